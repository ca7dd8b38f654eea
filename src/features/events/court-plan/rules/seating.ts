/** Two teams of player numbers. */
export type Teams = readonly [number[], number[]];
export type Seated = { readonly court: number; readonly teams: Teams };

// Weights by priority: one step of a rule outweighs the usual sum of all lower ones.
const PARTNER_AGAIN = 1000;
const OPPONENT_AGAIN = 40;
const LEVELS_APART = 25;
const APART_BROKEN = 25;
const WITH_KEPT = -15;

/** Wishes as keys of player pairs. */
export type Wishes = { readonly together: ReadonlySet<number>; readonly apart: ReadonlySet<number> };

/** Counts how often each pair were partners and opponents, and computes the cost of seating a player. */
export class Tally {
  readonly #count: number;
  readonly #partners: Uint16Array;
  readonly #opponents: Uint16Array;
  readonly #wishes: Wishes;
  readonly #hasWishes: boolean;

  constructor(count: number, wishes: Wishes) {
    this.#count = count;
    this.#partners = new Uint16Array(count * count);
    this.#opponents = new Uint16Array(count * count);
    this.#wishes = wishes;
    this.#hasWishes = wishes.together.size + wishes.apart.size > 0;
  }

  /** The key of an unordered pair. */
  pair(a: number, b: number): number {
    return a < b ? a * this.#count + b : b * this.#count + a;
  }

  partnered(a: number, b: number): number {
    return this.#partners[this.pair(a, b)] ?? 0;
  }

  opposed(a: number, b: number): number {
    return this.#opponents[this.pair(a, b)] ?? 0;
  }

  #wishCost(key: number, times: number): number {
    if (this.#wishes.apart.has(key)) return APART_BROKEN;
    return times === 0 && this.#wishes.together.has(key) ? WITH_KEPT : 0;
  }

  /** Seats a player (−1 marks an empty seat of the others). Returns the added cost. */
  add(player: number, mates: readonly number[], others: readonly number[]): number {
    let cost = 0;
    for (const mate of mates) {
      if (mate < 0 || mate === player) continue;
      const key = this.pair(player, mate);
      const times = this.#partners[key] ?? 0;
      cost += PARTNER_AGAIN * times;
      if (this.#hasWishes) cost += this.#wishCost(key, times);
      this.#partners[key] = times + 1;
    }
    for (const other of others) {
      if (other < 0) continue;
      const key = this.pair(player, other);
      const times = this.#opponents[key] ?? 0;
      cost += OPPONENT_AGAIN * times;
      this.#opponents[key] = times + 1;
    }
    return cost;
  }

  /** Removes a player from a seat. Returns the saved cost. */
  remove(player: number, mates: readonly number[], others: readonly number[]): number {
    let cost = 0;
    for (const mate of mates) {
      if (mate < 0 || mate === player) continue;
      const key = this.pair(player, mate);
      const times = (this.#partners[key] ?? 1) - 1;
      cost += PARTNER_AGAIN * times;
      if (this.#hasWishes) cost += this.#wishCost(key, times);
      this.#partners[key] = times;
    }
    for (const other of others) {
      if (other < 0) continue;
      const key = this.pair(player, other);
      const times = (this.#opponents[key] ?? 1) - 1;
      cost += OPPONENT_AGAIN * times;
      this.#opponents[key] = times;
    }
    return cost;
  }

  /** Counts a whole game. Returns its cost without levels. */
  addGame([first, second]: Teams): number {
    let cost = 0;
    for (const [team, others] of [
      [first, second],
      [second, []],
    ] as const)
      for (const [seat, player] of team.entries()) cost += this.add(player, team.slice(0, seat), others);
    return cost;
  }
}

const mean = (team: readonly number[], levels: readonly number[]): number =>
  team.reduce((sum, player) => sum + (levels[player] ?? 0), 0) / team.length;

/** The difference of the teams' average levels. */
function levelGap([first, second]: Teams, levels: readonly number[]): number {
  return Math.abs(mean(first, levels) - mean(second, levels));
}

export function levelCost(teams: Teams, levels: readonly number[]): number {
  return LEVELS_APART * levelGap(teams, levels) ** 2;
}
