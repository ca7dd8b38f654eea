import type { Presence } from "#src/features/events/court-plan/rules/actions.ts";
import type { Score } from "#src/features/events/court-plan/rules/score.ts";
import { FORMAT_FACTS, type Format } from "#src/features/events/court-plan/rules/formats.ts";
import type { PlannedRound, Sides } from "#src/features/events/court-plan/rules/plan.ts";
import { gamesOf, type Turn, turnsOf } from "#src/features/events/court-plan/rules/turns.ts";

/** The part of a board's rounds that followers see. */
export type Rounds = {
  readonly format: Format;
  readonly courts: readonly { readonly number: number; readonly isOpen: boolean }[];
  readonly players: readonly { readonly id: string; readonly presence: Presence; readonly credit: number }[];
  readonly games: readonly {
    readonly round: number;
    readonly court: number;
    readonly sides: Sides;
    readonly startedAt: string;
    /** Null in play. */
    readonly endedAt: string | null;
    /** Plays on while the next round begins. */
    readonly isLong: boolean;
    readonly score: Score | null;
    /** Its court closed in its first half; see `isFirstHalf`. */
    readonly isCut?: boolean | undefined;
  }[];
  readonly plan: readonly PlannedRound[];
};

const inPlay = ({ games }: Rounds) => games.filter(({ endedAt }) => endedAt === null);

/** The number of the round that starts next. */
export const nextRound = ({ games }: Pick<Rounds, "games">): number =>
  Math.max(0, ...games.map(({ round }) => round)) + 1;

/** A player's seat index across the round's courts; -1 on the bench. */
export const seatOf = ({ games }: PlannedRound, id: string): number =>
  games.flatMap(({ sides }) => sides.flat()).indexOf(id);

/** Whether all players and courts of a planned round are available. */
export function isPlayable(board: Rounds, { games }: PlannedRound): boolean {
  const long = inPlay(board).filter((game) => game.isLong);
  const busy = new Set(long.flatMap(({ sides }) => sides.flat()));
  const here = new Set(board.players.flatMap(({ id, presence }) => (presence === "here" && !busy.has(id) ? [id] : [])));
  const isFree = (court: number) =>
    board.courts.some(({ number, isOpen }) => number === court && isOpen) && !long.some((game) => game.court === court);
  return games.every(({ court, sides }) => isFree(court) && sides.flat().every((id) => here.has(id)));
}

/** Recomputes the bench of a kept round: all present players who are not in it. */
export function withBench(board: Rounds, round: PlannedRound): PlannedRound {
  const playing = new Set(round.games.flatMap(({ sides }) => sides.flat()));
  const bench = board.players.flatMap(({ id, presence }) => (presence === "here" && !playing.has(id) ? [id] : []));
  return { ...round, bench };
}

/** Whether the next round could start on a free court while others play. */
export function isEarlyStart(board: Rounds): boolean {
  const playing = inPlay(board);
  if (playing.every(({ isLong }) => isLong)) return false;
  const taken = new Set(playing.map(({ court }) => court));
  const hasFreeCourt = board.courts.some(({ number, isOpen }) => isOpen && !taken.has(number));
  return hasFreeCourt && waitingNow(board).length >= FORMAT_FACTS[board.format].smallestTeam * 2;
}

/**
 * Whether the next round will be played as planned. Uncertain while it could start early, now or once one of several
 * courts is free, because the players then depend on whether the host waits. Also uncertain beside a long game, whose
 * players are planned in if it ends before the start.
 */
export function isNextCertain(board: Rounds): boolean {
  const playing = inPlay(board);
  return playing.length === 0 || (playing.length === 1 && !playing[0]?.isLong && !isEarlyStart(board));
}

/** Games credited to a player who arrives now: as many as the fewest of anyone. */
export function creditNow(board: Rounds, id: string): number {
  const others = board.players.filter((player) => player.presence === "here" && player.id !== id);
  const fewest = others.length === 0 ? 0 : Math.min(...others.map((player) => gamesOf(board, player.id).counted));
  return Math.max(0, fewest - gamesOf(board, id).played);
}

/** Players who are neither in a game nor taking a break. */
export function waitingNow(board: Rounds): string[] {
  const busy = new Set(inPlay(board).flatMap(({ sides }) => sides.flat()));
  return board.players.flatMap(({ id, presence }) => (presence === "here" && !busy.has(id) ? [id] : []));
}

/**
 * Waiting players who are certain to play in the next start, whatever its number of courts: too few players could be
 * ahead of them to fill a game.
 */
export function surelyNext(board: Rounds): string[] {
  const seats = FORMAT_FACTS[board.format].smallestTeam * 2;
  const busy = new Set(inPlay(board).flatMap(({ sides }) => sides.flat()));
  const turns = turnsOf(board);
  const here = board.players.flatMap(({ id, presence }) => {
    const turn = presence === "here" ? turns.get(id) : undefined;
    return turn ? [{ id, ...turn }] : [];
  });
  const isBefore = (other: Turn, one: Turn) =>
    other.games < one.games || (other.games === one.games && other.lastRound <= one.lastRound);
  const planned = board.plan[0]?.games.flatMap(({ sides }) => sides.flat()) ?? [];
  return here
    .filter((one) => !busy.has(one.id) && planned.includes(one.id))
    .filter((one) => here.filter((other) => other.id !== one.id && isBefore(other, one)).length < seats)
    .map(({ id }) => id);
}
