import { eq, sql } from "drizzle-orm";
import { logChange } from "#src/db/change-log.server.ts";
import { NO_SUCH_RESULT } from "#src/features/events/ladder/messages.ts";
import { isCleanText } from "#src/shared/fields.ts";
import { fail, ok, type Result as Outcome } from "#src/shared/result.ts";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { courtPlayers, courtResults, ladderAbsences } from "#src/db/tables/courts.ts";
import { START_LEVEL } from "#src/features/events/ladder/rules/level.ts";
import { type Result, resultsOf } from "#src/features/events/ladder/rules/results.ts";
import type { Doubt, Listing } from "#src/features/events/ladder/schema.ts";
import type { Board } from "#src/features/events/court-plan/rules/board.ts";
import { levelsOf } from "#src/features/events/ladder/queries.server.ts";
import { countUse } from "#src/http/rate-limit.server.ts";
import type { Person } from "#src/policy/viewer.ts";

/** Stores the players with their level before the event. Existing rows stay unchanged. */
async function keepPlayers(tx: Transaction, { eventId, activity }: Place, { players }: Board): Promise<void> {
  const ids = sql.param(players.map(({ id }) => id));
  const { rows } = await tx.execute<{ player: string; user_id: string | null }>(sql`
    select p.player, max(a.user_id) as user_id from unnest(${ids}::text[]) p(player)
    left join event_attendance a on a.event_id = ${eventId} and right(a.id, 8) = p.player
    where not exists (select from court_players c where c.event_id = ${eventId} and c.player = p.player)
    group by p.player`);
  if (rows.length === 0) return;
  const levels = await levelsOf(
    tx,
    activity,
    rows.flatMap(({ user_id: userId }) => userId ?? []),
  );
  await tx.insert(courtPlayers).values(
    rows.map(({ player, user_id: userId }) => ({
      eventId,
      player,
      userId,
      level: levels.get(userId ?? "") ?? START_LEVEL,
    })),
  );
}

type Place = { readonly eventId: string; readonly activity: string };

function resultsByGame(board: Board | null, levels: ReadonlyMap<string, number>): Map<string, Result[]> {
  return Map.groupBy(resultsOf(board?.games ?? [], levels), ({ game }) => game);
}

/**
 * Stores the players and results of a board saved in this transaction. Games with unchanged results keep their rows. The
 * caller must hold the event's lock.
 */
export async function keepResults(tx: Transaction, place: Place, before: Board | null, after: Board): Promise<void> {
  const { eventId } = place;
  await keepPlayers(tx, place, after);
  const players = await tx.select().from(courtPlayers).where(eq(courtPlayers.eventId, eventId));
  const levels = new Map(players.map(({ player, level }) => [player, level]));
  const [was, now] = [resultsByGame(before, levels), resultsByGame(after, levels)];
  const changed = new Set(
    [...was.keys(), ...now.keys()].filter((game) => JSON.stringify(was.get(game)) !== JSON.stringify(now.get(game))),
  );
  if (changed.size === 0) return;
  await tx.execute(
    sql`delete from court_results where event_id = ${eventId} and game = any(${sql.param([...changed])}::text[])`,
  );
  const rows = [...changed].flatMap((game) => now.get(game) ?? []).map((result) => ({ eventId, ...result }));
  if (rows.length > 0) await tx.insert(courtResults).values(rows);
}

/** Per person, across browsers. */
const DOUBTS = { name: "score-doubts", max: 20, windowSeconds: 3600 };

/** Stores a player's objection to the score of their own game. The hosts' open boards show it at once. */
export async function doubtScore(
  app: App,
  { userId }: Person,
  { result, words }: Doubt,
): Promise<Outcome<{ doubt: string }>> {
  if (!isCleanText(result)) return fail("not_found", NO_SUCH_RESULT);
  const allowed = await countUse(app, DOUBTS, userId);
  if (!allowed.ok) return allowed;
  return app.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ event_id: string }>(sql`
      update court_results r set doubt = ${words} from court_players p
      where p.event_id = r.event_id and p.player = r.player and p.user_id = ${userId}
        and concat_ws('/', r.event_id, r.game, r.player) = ${result} returning r.event_id`);
    const [doubted] = rows;
    if (!doubted) return fail("not_found", NO_SUCH_RESULT);
    await logChange(tx, "courts_changed", doubted.event_id);
    return ok({ doubt: words });
  });
}

/** Lists or unlists an account on the ladder. */
export async function setListing(app: App, { sub }: Person, { isListed }: Listing): Promise<Listing> {
  if (isListed) await app.db.delete(ladderAbsences).where(eq(ladderAbsences.sub, sub));
  else await app.db.insert(ladderAbsences).values({ sub, since: app.clock.now() }).onConflictDoNothing();
  return { isListed };
}
