import type { Board } from "#src/features/events/court-plan/rules/board.ts";
import { gamesOf } from "#src/features/events/court-plan/rules/turns.ts";

type Lead = { readonly ahead: string; readonly behind: string; readonly games: number };

/** The present players with the most and the fewest counted games after the next round. */
function widestLead(board: Board): Lead | null {
  const [next] = board.plan;
  const playing = new Set(next?.games.flatMap(({ sides }) => sides.flat()));
  const counts = board.players
    .filter(({ presence }) => presence === "here")
    .map(({ id }) => ({ id, games: gamesOf(board, id).counted + (playing.has(id) ? 1 : 0) }))
    .toSorted((one, other) => one.games - other.games);
  const [fewest, most] = [counts[0], counts.at(-1)];
  return fewest && most ? { ahead: most.id, behind: fewest.id, games: most.games - fewest.games } : null;
}

/** The unfair lead in a next round that the host changed; null while games differ by at most one. */
export function unfairLead(board: Board): Lead | null {
  const lead = board.isPinned ? widestLead(board) : null;
  return lead && lead.games > 1 ? lead : null;
}
