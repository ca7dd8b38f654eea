import { levelCost, type Seated, type Tally, type Teams } from "#src/features/events/court-plan/rules/seating.ts";

const TRIES_A_SEAT = 250;
const MOST_TRIES = 150_000;
const HOT = 120;
const COLD = 2;

type Seat = { readonly game: Seated; readonly team: 0 | 1; readonly index: number };
type Options = {
  readonly tally: Tally;
  readonly levels: readonly number[];
  readonly random: () => number;
  /** Swaps only within a game. For a ladder, where people stay on their court. */
  readonly isWithinGame: boolean;
};

const mates = ({ game, team }: Seat): number[] => game.teams[team];
const others = ({ game, team }: Seat): number[] => game.teams[1 - team] as number[];

function seatsOf(games: readonly Seated[]): Seat[] {
  return games.flatMap((game) =>
    ([0, 1] as const).flatMap((team) => game.teams[team].map((_, index) => ({ game, team, index }))),
  );
}

/** Swaps two people's seats. Returns the change in cost. */
function exchange(a: Seat, b: Seat, { tally, levels }: Options): number {
  const gap = (teams: Teams) => levelCost(teams, levels);
  const isSameGame = a.game === b.game;
  let change = -gap(a.game.teams) - (isSameGame ? 0 : gap(b.game.teams));
  const first = mates(a)[a.index] ?? 0;
  const second = mates(b)[b.index] ?? 0;
  mates(a)[a.index] = -1;
  change -= tally.remove(first, mates(a), others(a));
  mates(b)[b.index] = -1;
  change -= tally.remove(second, mates(b), others(b));
  change += tally.add(second, mates(a), others(a));
  mates(a)[a.index] = second;
  change += tally.add(first, mates(b), others(b));
  mates(b)[b.index] = first;
  return change + gap(a.game.teams) + (isSameGame ? 0 : gap(b.game.teams));
}

/**
 * Simulated annealing over all rounds at once: swaps two people of one round and keeps the swap if it lowers the cost, or
 * by chance while the temperature is high. A fixed number of steps makes the result depend on the seed alone. The tally
 * must already include the games. Works in place.
 */
export function improve(rounds: readonly (readonly Seated[])[], cost: number, options: Options): void {
  const seats = rounds.map(seatsOf).filter((round) => round.length > 2);
  const total = seats.reduce((sum, round) => sum + round.length, 0);
  const tries = Math.min(MOST_TRIES, total * TRIES_A_SEAT);
  const cooling = (COLD / HOT) ** (1 / tries);
  const { random } = options;
  let current = cost;
  let heat = HOT;
  for (let tried = 0; tried < tries && current > 0.001; tried += 1) {
    heat *= cooling;
    const round = seats[Math.floor(random() * seats.length)] ?? [];
    const a = round[Math.floor(random() * round.length)];
    const b = round[Math.floor(random() * round.length)];
    if (!a || !b || (a.game === b.game && a.team === b.team)) continue;
    if (options.isWithinGame && a.game !== b.game) continue;
    const change = exchange(a, b, options);
    if (change <= 0 || random() < Math.exp(-change / heat)) current += change;
    else exchange(a, b, options);
  }
}
