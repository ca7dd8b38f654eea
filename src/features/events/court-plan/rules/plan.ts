import { improve } from "#src/features/events/court-plan/rules/improve.ts";
import { randomFrom, shuffled } from "#src/features/events/court-plan/rules/random.ts";
import {
  levelCost,
  type Seated,
  Tally,
  type Teams,
  type Wishes,
} from "#src/features/events/court-plan/rules/seating.ts";
import { whistRounds } from "#src/features/events/court-plan/rules/whist.ts";

export type Sides = readonly [readonly string[], readonly string[]];
/** A game that is over, in play, or planned in a round that must stay. */
export type PastGame = {
  /** The last round that it lasted into. */
  readonly round: number;
  readonly court: number;
  readonly sides: Sides;
  /** Null without a score. */
  readonly winner: 0 | 1 | null;
};
export type PlanPlayer = {
  readonly id: string;
  readonly level: number;
  /** Games credited as played: a late arrival starts with the fewest of anyone. */
  readonly credit: number;
  readonly wants: readonly string[];
  readonly avoids: readonly string[];
};
export type PlanInput = {
  /** Everyone who can play, including players in a long game. */
  readonly players: readonly PlanPlayer[];
  /** Open courts. */
  readonly courts: readonly number[];
  readonly teamSize: number;
  readonly smallestTeam: number;
  readonly isLadder: boolean;
  readonly past: readonly PastGame[];
  readonly rounds: number;
  readonly seed: number;
  /** Players and courts of long games, which the first planned round leaves out. */
  readonly busy: { readonly players: readonly string[]; readonly courts: readonly number[] };
};
type PlannedGame = { readonly court: number; readonly sides: Sides };
export type PlannedRound = { readonly games: readonly PlannedGame[]; readonly bench: readonly string[] };

type Round = { readonly games: Seated[]; readonly bench: number[] };
type Entry = { games: number; lastRound: number };

/** One run of the planner, with players as indexes. */
class Planner {
  readonly #input: PlanInput;
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #levels: readonly number[];
  readonly #random: () => number;
  readonly #tally: Tally;
  readonly #entries: Entry[];
  #round: number;

  constructor(input: PlanInput) {
    this.#input = input;
    this.#numbers = new Map(input.players.map(({ id }, index) => [id, index]));
    this.#levels = input.players.map(({ level }) => level);
    this.#random = randomFrom(input.seed);
    this.#tally = new Tally(input.players.length, this.#wishes());
    this.#entries = input.players.map(({ credit }) => ({ games: credit, lastRound: -1 }));
    this.#round = Math.max(-1, ...input.past.map(({ round }) => round)) + 1;
    for (const game of input.past) this.#count(this.#teamsOf(game.sides), game.round);
  }

  #wishes(): Wishes {
    const key = new Tally(this.#input.players.length, { together: new Set(), apart: new Set() });
    const pairs = (of: (player: PlanPlayer) => readonly string[]) =>
      new Set(
        this.#input.players.flatMap((player, index) =>
          of(player).flatMap((id) => {
            const other = this.#numbers.get(id);
            return other === undefined ? [] : [key.pair(index, other)];
          }),
        ),
      );
    return { together: pairs(({ wants }) => wants), apart: pairs(({ avoids }) => avoids) };
  }

  /** Skips people who left. */
  #teamsOf([first, second]: Sides): Teams {
    const known = (team: readonly string[]) => team.flatMap((id) => this.#numbers.get(id) ?? []);
    return [known(first), known(second)];
  }

  #count(teams: Teams, round: number): number {
    for (const player of teams.flat()) {
      const entry = this.#entries[player];
      if (!entry) continue;
      entry.games += 1;
      entry.lastRound = Math.max(entry.lastRound, round);
    }
    return this.#tally.addGame(teams);
  }

  plan(): PlannedRound[] {
    const whist = this.#whist();
    const found = whist.length > 0 ? whist : [];
    for (const round of found) for (const { teams } of round.games) this.#count(teams, this.#round++);
    const rest = this.#input.rounds - found.length;
    return [...found, ...(rest > 0 ? this.#search(rest) : [])].map((round) => this.#named(round));
  }

  /** The exact solution, if everybody (or all but one) plays and there are no past games. */
  #whist(): Round[] {
    const { players, courts, past, rounds, teamSize, isLadder, busy } = this.#input;
    const tables = Math.floor(players.length / 4);
    const hasWishes = players.some(({ wants, avoids }) => wants.length + avoids.length > 0);
    const isFresh = past.length === 0 && busy.players.length === 0 && players.every(({ credit }) => credit === 0);
    if (teamSize !== 2 || isLadder || hasWishes || !isFresh || courts.length < tables) return [];
    const found = whistRounds(players.length)?.slice(0, rounds);
    if (!found) return [];
    const seats = this.#spread(found);
    return found.map((round) => {
      const games = round.map(([a, b, c, d], index): Seated => {
        const at = (number: number) => seats[number] ?? 0;
        return {
          court: courts[index] ?? 0,
          teams: [
            [at(a), at(b)],
            [at(c), at(d)],
          ],
        };
      });
      const playing = new Set(games.flatMap(({ teams }) => teams.flat()));
      return { games, bench: seats.filter((player) => !playing.has(player)) };
    });
  }

  /** Assigns players to whist numbers by level only, because any assignment keeps the tournament exact. */
  #spread(rounds: readonly (readonly (readonly [number, number, number, number])[])[]): number[] {
    let best = shuffled([...this.#numbers.values()], this.#random);
    const cost = (seats: readonly number[]) => {
      const at = (number: number) => seats[number] ?? 0;
      return rounds.flat().reduce(
        (sum, [a, b, c, d]) =>
          sum +
          levelCost(
            [
              [at(a), at(b)],
              [at(c), at(d)],
            ],
            this.#levels,
          ),
        0,
      );
    };
    let lowest = cost(best);
    for (let tried = 0; tried < 400 && lowest > 0; tried += 1) {
      const other = [...best];
      const [a, b] = [0, 0].map(() => Math.floor(this.#random() * best.length)) as [number, number];
      [other[a], other[b]] = [best[b] ?? 0, best[a] ?? 0];
      const costs = cost(other);
      if (costs <= lowest) [best, lowest] = [other, costs];
    }
    return best;
  }

  /** Sorts by fewest games, then longest rest, then at random. */
  #inTurn(available: readonly number[]): number[] {
    const at = (player: number) => this.#entries[player] ?? { games: 0, lastRound: -1 };
    return shuffled(available, this.#random).toSorted(
      (a, b) => at(a).games - at(b).games || at(a).lastRound - at(b).lastRound,
    );
  }

  #search(count: number): Round[] {
    let cost = 0;
    const rounds = Array.from({ length: this.#input.isLadder ? 1 : count }, (_, index) => {
      const { busy, players, courts } = this.#input;
      const isFirst = index === 0;
      const isFree = (player: number) => !isFirst || !busy.players.includes(players[player]?.id ?? "");
      const open = courts.filter((court) => !isFirst || !busy.courts.includes(court));
      const round = this.#seat([...this.#numbers.values()].filter(isFree), open);
      for (const { teams } of round.games) cost += this.#count(teams, this.#round) + levelCost(teams, this.#levels);
      this.#round += 1;
      return round;
    });
    improve(
      rounds.map(({ games }) => games),
      cost,
      { tally: this.#tally, levels: this.#levels, random: this.#random, isWithinGame: this.#input.isLadder },
    );
    return rounds;
  }

  #seat(available: readonly number[], courts: readonly number[]): Round {
    const { teamSize, smallestTeam, isLadder } = this.#input;
    const turn = this.#inTurn(available);
    const full = Math.min(courts.length, Math.floor(turn.length / (teamSize * 2)));
    const small = Math.floor(turn.length / 2);
    const isSmall = full === 0 && courts.length > 0 && small >= smallestTeam;
    const [games, size] = isSmall ? [1, small] : [full, teamSize];
    const playing = turn.slice(0, games * size * 2);
    const seats = isLadder ? this.#byCourt(playing) : playing;
    return {
      games: courts.slice(0, games).map((court, index): Seated => {
        const four = seats.slice(index * size * 2, (index + 1) * size * 2);
        return { court, teams: [four.slice(0, size), four.slice(size)] };
      }),
      bench: turn.slice(games * size * 2),
    };
  }

  /** Winners a court up, losers a court down, newcomers last. */
  #byCourt(playing: readonly number[]): number[] {
    const target = new Map<number, number>();
    for (const { court, sides, winner } of this.#input.past.toSorted((a, b) => a.round - b.round))
      for (const [side, team] of this.#teamsOf(sides).entries()) {
        const step = winner === null ? 0 : winner === side ? -1 : 1;
        for (const player of team) target.set(player, court + step * 1.1);
      }
    const of = (player: number) => target.get(player) ?? Number.MAX_SAFE_INTEGER;
    return playing.toSorted((a, b) => of(a) - of(b));
  }

  #named({ games, bench }: Round): PlannedRound {
    const name = (player: number) => this.#input.players[player]?.id ?? "";
    return {
      games: games.map(({ court, teams: [first, second] }) => ({ court, sides: [first.map(name), second.map(name)] })),
      bench: bench.map(name),
    };
  }
}

/**
 * Plans the next rounds. By priority: games of any two people differ by at most one; no repeated partner if avoidable;
 * few repeated opponents; teams of equal level; nobody rests twice in a row; wishes. Deterministic for its input.
 */
export function planRounds(input: PlanInput): PlannedRound[] {
  return new Planner(input).plan();
}
