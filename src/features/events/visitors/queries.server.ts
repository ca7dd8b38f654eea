import { and, eq, gt, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { placeLinks } from "#src/db/tables/place-links.ts";
import type { Answer } from "#src/features/events/rsvps/schema.ts";
import { LINK_OVER } from "#src/features/events/visitors/messages.ts";
import type { PlaceView } from "#src/features/events/visitors/schema.ts";
import { viewPlace } from "#src/features/events/visitors/view.ts";
import { inTurn } from "#src/features/events/waiting-list/queries/in-turn.server.ts";
import { hashOf, newSecret } from "#src/features/identity/commands/session-tokens.server.ts";
import { canSeeEvent } from "#src/policy/events.ts";
import { VISITOR } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** A proven link lives this long after the start of the event, in case the event moves. */
const LINK_LIFE_DAYS = 30;

/** SQL condition: the link exists and has not expired. */
export const isLive = (token: string, now: Date) =>
  and(eq(placeLinks.tokenHash, hashOf(token)), gt(placeLinks.expiresAt, now));

/** The event and the place that a mailed link opens. Changes nothing: programs open links too. */
export async function readPlace(app: App, token: string): Promise<Result<PlaceView>> {
  const now = app.clock.now();
  const person = sql`event_id = ${placeLinks.eventId} and user_id = ${placeLinks.userId}`;
  const turn = sql`(select user_id, row_number() over (order by ${inTurn}) as nr from waiting_list w
    where event_id = ${placeLinks.eventId} and status = 'waiting')`;
  const [row] = await app.db
    .select({
      event: socialEvents,
      link: { email: placeLinks.email, userId: placeLinks.userId },
      answer: sql<Answer | null>`(select answer from event_rsvps where ${person})`,
      place: sql<number | null>`(select nr::int from ${turn} turns where turns.user_id = ${placeLinks.userId})`,
      hasOffer: sql<boolean>`exists (select from seat_offers where ${person} and outcome = 'open'
        and expires_at > ${now.toISOString()}::timestamptz)`,
      hasAccount: sql<boolean>`exists (select from accounts where user_id = ${placeLinks.userId})`,
    })
    .from(placeLinks)
    .innerJoin(socialEvents, eq(socialEvents.id, placeLinks.eventId))
    .where(isLive(token, now));
  if (!row || !canSeeEvent(VISITOR, row.event)) return fail("not_found", LINK_OVER);
  return ok(viewPlace(row, now));
}

/**
 * A new link to a person's place, for a mail that is sent now; null for people with an account, who sign in instead.
 * Links are stored as hashes, so each mail has its own.
 */
export async function readPlaceUrl(
  app: App,
  { eventId, userId, email }: { eventId: string; userId: string; email: string },
): Promise<string | null> {
  const token = newSecret();
  const now = app.clock.now().toISOString();
  const { rowCount } = await app.db.execute(sql`
    insert into place_links (token_hash, event_id, email, user_id, created_at, expires_at)
    select ${hashOf(token)}, id, ${email}, ${userId}, ${now}::timestamptz,
      starts_at + make_interval(days => ${LINK_LIFE_DAYS})
    from social_events
    where id = ${eventId} and not exists (select from accounts where user_id = ${userId})`);
  return rowCount === 0 ? null : `${app.publicUrl}/place#${token}`;
}
