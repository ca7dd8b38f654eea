import { type Rounds, isNextCertain, surelyNext } from "#src/features/events/court-plan/rules/next-round.ts";

/** A player's current or next place. */
export type Place =
  | { readonly kind: "playing"; readonly court: number }
  /** Null while the court is uncertain. */
  | { readonly kind: "next"; readonly court: number | null }
  | { readonly kind: "resting"; readonly inRounds: number | null }
  /** The next games are uncertain while some courts still play. */
  | { readonly kind: "waiting" }
  | { readonly kind: "away" };

/** A player's place, for sentences like "you are next on court 3". */
export function placeOf(board: Rounds, id: string): Place {
  const { games, plan, players } = board;
  const current = games.find(({ endedAt, sides }) => endedAt === null && sides.flat().includes(id));
  if (current) return { kind: "playing", court: current.court };
  if (players.find((player) => player.id === id)?.presence !== "here") return { kind: "away" };
  if (!isNextCertain(board))
    return surelyNext(board).includes(id) ? { kind: "next", court: null } : { kind: "waiting" };
  const inRounds = plan.findIndex((round) => round.games.some(({ sides }) => sides.flat().includes(id)));
  const next = plan[0]?.games.find(({ sides }) => sides.flat().includes(id));
  return next ? { kind: "next", court: next.court } : { kind: "resting", inRounds: inRounds === -1 ? null : inRounds };
}
