import { describe, expect, test } from "vitest";
import { type PlanInput, type PlannedRound, planRounds } from "#src/features/events/court-plan/rules/plan.ts";
import { randomFrom, shuffled } from "#src/features/events/court-plan/rules/random.ts";
import { WHIST_SIZES, whistRounds } from "#src/features/events/court-plan/rules/whist.ts";
import { whyThisGame } from "#src/features/events/court-plan/rules/why.ts";

const LEVELS = [2, 2.5, 3, 3.5, 4];

function inputOf(count: number, courts: number, rounds: number, more: Partial<PlanInput> = {}): PlanInput {
  const players = Array.from({ length: count }, (_, index) => ({
    id: `p${index}`,
    level: LEVELS[index % LEVELS.length] ?? 3,
    credit: 0,
    wants: [],
    avoids: [],
  }));
  return {
    players,
    courts: Array.from({ length: courts }, (_, index) => index + 1),
    teamSize: 2,
    smallestTeam: 2,
    isLadder: false,
    past: [],
    rounds,
    seed: 7,
    busy: { players: [], courts: [] },
    ...more,
  };
}

const key = (a: string, b: string) => [a, b].toSorted().join(" ");
const add = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);

/** Counts each person's games and each pair's games as partners and opponents. */
function countsOf(plan: readonly PlannedRound[]) {
  const [games, partners, opponents] = [0, 0, 0].map(() => new Map<string, number>()) as [
    Map<string, number>,
    Map<string, number>,
    Map<string, number>,
  ];
  for (const { sides } of plan.flatMap((round) => round.games)) {
    for (const id of sides.flat()) add(games, id);
    for (const side of sides)
      for (const [index, a] of side.entries()) for (const b of side.slice(index + 1)) add(partners, key(a, b));
    for (const a of sides[0]) for (const b of sides[1]) add(opponents, key(a, b));
  }
  return { games, partners, opponents };
}

const most = (counts: ReadonlyMap<string, number>) => Math.max(...counts.values());
const least = (counts: ReadonlyMap<string, number>) => Math.min(...counts.values());

/** Mean difference of the teams' levels. */
function gapOf(plan: readonly PlannedRound[], { players }: PlanInput): number {
  const level = new Map(players.map((player) => [player.id, player.level]));
  const games = plan.flatMap((round) => round.games);
  const mean = (side: readonly string[]) => side.reduce((sum, id) => sum + (level.get(id) ?? 0), 0) / side.length;
  return games.reduce((sum, { sides }) => sum + Math.abs(mean(sides[0]) - mean(sides[1])), 0) / games.length;
}

/** Baseline: a random draw each round, like a paddle stack. */
function byLot({ players, courts, rounds }: PlanInput): PlannedRound[] {
  const random = randomFrom(3);
  return Array.from({ length: rounds }, () => {
    const order = shuffled(players, random).map(({ id }) => id);
    const games = courts.map((court, index) => {
      const [a = "", b = "", c = "", d = ""] = order.slice(index * 4);
      return {
        court,
        sides: [
          [a, b],
          [c, d],
        ] as const,
      };
    });
    return { games, bench: order.slice(courts.length * 4) };
  });
}

describe("planned rounds", () => {
  test("[COURT-01] 24 players, 4 courts, 8 rounds: equal games, each partner and opponent once, even teams", () => {
    const input = inputOf(24, 4, 8);
    const plan = planRounds(input);
    const { games, partners, opponents } = countsOf(plan);
    expect(games.size).toBe(24);
    expect(most(games) - least(games)).toBeLessThanOrEqual(1);
    expect(most(partners)).toBe(1);
    // 128 match-ups for 276 pairs, so nobody needs to meet twice.
    expect(most(opponents)).toBe(1);
    const lot = byLot(input);
    expect(gapOf(plan, input)).toBeLessThan(gapOf(lot, input) / 2);
    expect(most(countsOf(lot).opponents)).toBeGreaterThan(1);
  });

  test("[COURT-01] 64 players on 10 courts for 12 rounds: no partner and no opponent twice", () => {
    const { games, partners, opponents } = countsOf(planRounds(inputOf(64, 10, 12)));
    expect(most(games) - least(games)).toBeLessThanOrEqual(1);
    expect([most(partners), most(opponents)]).toEqual([1, 1]);
  });

  test.each([
    ["fours", 4, 24, 3],
    ["sixes", 6, 26, 2],
  ])("[COURT-01] volleyball %s: equal games, and partners spread", (_, teamSize, count, courts) => {
    const plan = planRounds(inputOf(count, courts, 6, { teamSize }));
    const { games, partners } = countsOf(plan);
    expect(plan.every(({ games: { length } }) => length === courts)).toBe(true);
    expect(plan[0]?.games[0]?.sides.map((side) => side.length)).toEqual([teamSize, teamSize]);
    expect(most(games) - least(games)).toBeLessThanOrEqual(1);
    expect(most(partners)).toBeLessThanOrEqual(teamSize === 4 ? 2 : 3);
  });

  test.each(WHIST_SIZES)("[COURT-01] %i players with a court each: the exact whist tournament", (count) => {
    const rounds = count % 4 === 0 ? count - 1 : count;
    const { games, partners, opponents } = countsOf(planRounds(inputOf(count, Math.floor(count / 4), rounds)));
    const pairs = (count * (count - 1)) / 2;
    expect([partners.size, least(partners), most(partners)]).toEqual([pairs, 1, 1]);
    expect([opponents.size, least(opponents), most(opponents)]).toEqual([pairs, 2, 2]);
    expect(most(games)).toBe(least(games));
  });

  test("returns no whist tournament for other numbers", () => {
    expect(whistRounds(9)).toBeNull();
    expect(whistRounds(18)).toBeNull();
  });

  test("too few people for a full court play in smaller teams; too few for those rest", () => {
    const sixes = { teamSize: 6, smallestTeam: 4 };
    const [round] = planRounds(inputOf(9, 2, 1, sixes));
    expect(round?.games.map(({ sides }) => sides.map((side) => side.length))).toEqual([[4, 4]]);
    expect(round?.bench).toHaveLength(1);
    expect(planRounds(inputOf(7, 2, 1, sixes))[0]?.games).toEqual([]);
  });

  test("nobody rests twice in a row while others have as many games", () => {
    const plan = planRounds(inputOf(14, 3, 7));
    for (const [index, { bench }] of plan.slice(1).entries())
      for (const id of bench) expect(plan[index]?.bench).not.toContain(id);
  });

  test("wishes are granted if no rule of higher priority suffers", () => {
    const { players, ...rest } = inputOf(10, 2, 6);
    const asked = players.map((player) => ({
      ...player,
      avoids: player.id === "p0" ? ["p1"] : player.id === "p1" ? ["p0"] : [],
      wants: player.id === "p2" ? ["p3"] : player.id === "p3" ? ["p2"] : [],
    }));
    const { partners } = countsOf(planRounds({ ...rest, players: asked }));
    expect(partners.get(key("p0", "p1"))).toBeUndefined();
    expect(partners.get(key("p2", "p3"))).toBe(1);
  });

  test("king of the court: winners move up, losers move down, newcomers start at the bottom", () => {
    const past = [1, 2].map((court) => ({
      round: 1,
      court,
      sides: [
        [`p${court * 4 - 4}`, `p${court * 4 - 3}`],
        [`p${court * 4 - 2}`, `p${court * 4 - 1}`],
      ] as const,
      winner: 0 as const,
    }));
    const [round, ...others] = planRounds(inputOf(8, 2, 8, { isLadder: true, past }));
    expect(others).toEqual([]);
    expect(round?.games.map(({ sides }) => sides.flat().toSorted())).toEqual([
      ["p0", "p1", "p4", "p5"],
      ["p2", "p3", "p6", "p7"],
    ]);
    expect(round?.games[0]?.sides[0]).not.toEqual(expect.arrayContaining(["p0", "p1"]));
  });

  test("the same input gives the same plan, and another seed gives another", () => {
    const input = inputOf(19, 3, 6);
    expect(planRounds(input)).toEqual(planRounds(input));
    expect(planRounds({ ...input, seed: 8 })).not.toEqual(planRounds(input));
  });

  test("[COURT-01] each pairing is explained in a sentence", () => {
    const sides = [
      ["Ana", "Ben"],
      ["Cy", "Dee"],
    ] as const;
    const sentence = { sides, levelOf: () => 3, nameOf: (id: string) => id };
    expect(whyThisGame({ ...sentence, before: [] })).toBe("Even teams (levels 3.0 and 3.0).");
    expect(whyThisGame({ ...sentence, before: [{ sides: [["Eve"], ["Flo"]] }] })).toBe(
      "Nobody has had this partner yet, all opponents are new, even teams (levels 3.0 and 3.0).",
    );
    const levelOf = (id: string) => (id === "Ana" || id === "Ben" ? 4 : 3);
    expect(
      whyThisGame({
        ...sentence,
        levelOf,
        before: [
          {
            sides: [
              ["Ana", "Ben"],
              ["Cy", "Eve"],
            ],
          },
        ],
      }),
    ).toBe("Ana and Ben team up again, 2 of 4 match-ups are new, levels 4.0 and 3.0.");
  });
});
