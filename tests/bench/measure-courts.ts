import { act, type Board, EMPTY_BOARD } from "#src/features/events/court-plan/rules/board.ts";
import { type PlanInput, planRounds, type Sides } from "#src/features/events/court-plan/rules/plan.ts";
import { randomFrom, shuffled } from "#src/features/events/court-plan/rules/random.ts";
import type { RecordFigure } from "#tests/bench/report.ts";

const RUNS = 9;
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

function inputOf(players: number, courts: number, rounds: number, seed: number): PlanInput {
  return {
    players: numbers(players).map((index) => ({
      id: `p${index}`,
      level: 2 + (index % 5) / 2,
      credit: 0,
      wants: [],
      avoids: [],
    })),
    courts: numbers(courts).map((index) => index + 1),
    teamSize: 2,
    smallestTeam: 2,
    isLadder: false,
    past: [],
    rounds,
    seed,
    busy: { players: [], courts: [] },
  };
}

/** The median of several runs, each with another seed. */
function median(work: (seed: number) => void): number {
  const took = numbers(RUNS).map((seed) => {
    const started = performance.now();
    work(seed);
    return performance.now() - started;
  });
  return took.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] ?? Number.NaN;
}

/** Pairs that met more often than once, as partners and as opponents. */
function repeats(games: readonly Sides[]): { partners: number; opponents: number } {
  const [partners, opponents] = [new Map<string, number>(), new Map<string, number>()];
  const add = (counts: Map<string, number>, a: string, b: string) => {
    const key = [a, b].toSorted().join(" ");
    counts.set(key, (counts.get(key) ?? 0) + 1);
  };
  for (const [first, second] of games) {
    for (const [a = "", b = ""] of [first, second]) add(partners, a, b);
    for (const a of first) for (const b of second) add(opponents, a, b);
  }
  const again = (counts: ReadonlyMap<string, number>) => [...counts.values()].filter((times) => times > 1).length;
  return { partners: again(partners), opponents: again(opponents) };
}

const games = (order: readonly string[]): Sides[] =>
  numbers(4).map((court) => [order.slice(court * 4, court * 4 + 2), order.slice(court * 4 + 2, court * 4 + 4)]);

/** The circle method: partners from a round-robin table, neighboring pairs play, those at the end rest by turns. */
function roundRobin(rounds: number): Sides[] {
  return numbers(rounds).flatMap((round) => {
    const ring = numbers(23).map((index) => `p${((index + round) % 23) + 1}`);
    const pairs = [
      ["p0", ring[0] ?? ""],
      ...numbers(11).map((index) => [ring[index + 1] ?? "", ring[22 - index] ?? ""]),
    ];
    const turned = [...pairs.slice((round * 4) % 12), ...pairs.slice(0, (round * 4) % 12)];
    return games(turned.flat());
  });
}

/** How long plans take, and how good they are beside a table and beside lots. */
export function measureCourts(record: RecordFigure): Promise<void> {
  record(
    "courts-plan",
    median((seed) => planRounds(inputOf(24, 4, 8, seed))),
    `median of ${RUNS}`,
  );
  record(
    "courts-plan-large",
    median((seed) => planRounds(inputOf(64, 10, 12, seed))),
    `median of ${RUNS}`,
  );
  const at = new Date(0).toISOString();
  let board: Board = act(EMPTY_BOARD, { type: "configure", format: "doubles", courts: 4, minutes: 12 });
  for (const index of numbers(24)) board = act(board, { type: "arrive", id: `p${index}` });
  for (const _ of numbers(4)) {
    board = act(board, { type: "start", at });
    for (const { id, endedAt } of board.games)
      if (endedAt === null) board = act(board, { type: "finish", game: id, at, score: null });
  }
  record(
    "courts-replan",
    median((seed) => act({ ...board, seed }, { type: "arrive", id: "late" })),
    `median of ${RUNS}`,
  );
  const plan = planRounds(inputOf(24, 4, 8, 7)).flatMap((round) => round.games.map(({ sides }) => sides));
  const own = repeats(plan);
  record("courts-partners", own.partners);
  record("courts-opponents", own.opponents);
  record("courts-opponents-robin", repeats(roundRobin(8)).opponents);
  const random = randomFrom(7);
  const lots = numbers(8).flatMap(() =>
    games(
      shuffled(
        numbers(24).map((index) => `p${index}`),
        random,
      ),
    ),
  );
  record("courts-opponents-lot", repeats(lots).opponents);
  return Promise.resolve();
}
