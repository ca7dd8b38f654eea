import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { moment } from "#src/db/instant.ts";
import { type SocialEventRow, socialEvents } from "#src/db/tables/events.ts";
import { placeLinks } from "#src/db/tables/place-links.ts";
import { EVENT_NOT_FOUND } from "#src/features/events/messages.ts";
import type { Answer } from "#src/features/events/rsvps/schema.ts";
import type { OpenOffer } from "#src/features/events/rsvps/view.ts";
import { GUEST_LINK_OVER, LINK_OVER } from "#src/features/events/visitors/messages.ts";
import type { GuestLinks, GuestPlace, PlaceView } from "#src/features/events/visitors/schema.ts";
import { viewGuestPlace, viewPlace, viewUnseenPlace } from "#src/features/events/visitors/view.ts";
import { turnOf } from "#src/features/events/waiting-list/queries/in-turn.server.ts";
import { readerOfMail } from "#src/features/identity/queries.server.ts";
import { hashOf, newSecret } from "#src/features/identity/commands/session-tokens.server.ts";
import { canSeeEvent, isUnseenBy } from "#src/policy/events.ts";
import { type Person, VISITOR } from "#src/policy/viewer.ts";
import { isCleanText } from "#src/shared/fields.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** Days that a verified link stays valid after the event's start, in case the event moves. */
const LINK_LIFE_DAYS = 30;

/** SQL condition: the link exists and has not expired. */
export const isLive = (token: string, now: Date) =>
  and(eq(placeLinks.tokenHash, hashOf(token)), gt(placeLinks.expiresAt, now));

/** Whether a link for this address was mailed for the event. */
export async function hasPlaceLink(
  tx: Transaction,
  { eventId, email }: { eventId: string; email: string },
): Promise<boolean> {
  const isTheirs = and(eq(placeLinks.eventId, eventId), eq(placeLinks.email, email));
  return (await tx.select({ eventId: placeLinks.eventId }).from(placeLinks).where(isTheirs).limit(1)).length > 0;
}

/** The viewer for whom mails to a link's holder are rendered. */
export function holderOf(app: App, { userId, email }: { readonly userId: string | null; readonly email: string }) {
  return userId === null ? VISITOR : readerOfMail(app, userId, email);
}

/** The event and place behind a mailed link. Read-only, because programs open links too. */
export async function readPlace(app: App, token: string): Promise<Result<PlaceView>> {
  const now = app.clock.now();
  const person = sql`event_id = ${placeLinks.eventId} and user_id = ${placeLinks.userId}`;
  const [row] = await app.db
    .select({
      event: socialEvents,
      link: { email: placeLinks.email, userId: placeLinks.userId },
      answer: sql<Answer | null>`(select answer from event_rsvps where ${person})`,
      place: turnOf(sql`${placeLinks.eventId}`, sql`${placeLinks.userId}`, moment(now)),
      guests: sql<number>`coalesce((select guests from waiting_list where ${person} and status = 'waiting'),
        (select guests from event_rsvps where ${person} and answer = 'going'), 0)`,
      offer: sql<OpenOffer | null>`(select json_build_object('kind', kind, 'expiresAt', expires_at) from seat_offers
        where ${person} and outcome = 'open' and expires_at > ${now.toISOString()}::timestamptz)`,
      hasAccount: sql<boolean>`exists (select from accounts where user_id = ${placeLinks.userId})`,
    })
    .from(placeLinks)
    .innerJoin(socialEvents, eq(socialEvents.id, placeLinks.eventId))
    .where(isLive(token, now));
  if (!row) return fail("not_found", LINK_OVER);
  const { event, link, answer, guests } = row;
  if (!canSeeEvent(VISITOR, event)) {
    const isTheirs = (answer !== null || row.place !== null) && isUnseenBy(await holderOf(app, link), event);
    return isTheirs ? ok(viewUnseenPlace(row, now)) : fail("not_found", LINK_OVER);
  }
  const paths = answer === "going" ? await guestPathsOf(app, event, link.userId ?? "", guests) : [];
  return ok(viewPlace({ ...row, guestPaths: paths }, now));
}

/**
 * A new link to a person's place, for a mail that is sent now; null for people with an account, who sign in instead,
 * unless they can no longer see the event (`isUnseen`). Links are stored as hashes, so each mail has its own.
 */
export async function readPlaceUrl(
  app: App,
  { eventId, userId, email }: { eventId: string; userId: string; email: string },
  isUnseen = false,
): Promise<string | null> {
  const token = newSecret();
  const now = app.clock.now().toISOString();
  const { rowCount } = await app.db.execute(sql`
    insert into place_links (token_hash, event_id, email, user_id, created_at, expires_at)
    select ${hashOf(token)}, id, ${email}, ${userId}, ${now}::timestamptz,
      starts_at + make_interval(days => ${LINK_LIFE_DAYS})
    from social_events
    where id = ${eventId} and (${isUnseen}::boolean or not exists (select from accounts where user_id = ${userId}))`);
  return rowCount === 0 ? null : `${app.publicUrl}/place#${token}`;
}

const ABOUT_GUEST = "guest-link";

/**
 * A page for each guest of a person. Nothing is stored: a link works while the person is going with that many guests.
 * It shows what any visitor may read, so events hidden from visitors have none.
 */
async function guestPathsOf(app: App, event: SocialEventRow, userId: string, guests: number): Promise<string[]> {
  if (!canSeeEvent(VISITOR, event)) return [];
  const numbers = Array.from({ length: guests }, (_, index) => index + 1);
  return Promise.all(
    numbers.map(async (nr) => `/guest#${await app.secrets.seal(JSON.stringify([event.id, userId, nr]), ABOUT_GUEST)}`),
  );
}

/** Paths of the guest pages of a person who is going. */
export async function readGuestLinks(app: App, person: Person, eventId: string): Promise<Result<GuestLinks>> {
  if (!isCleanText(eventId)) return fail("not_found", EVENT_NOT_FOUND);
  const [row] = await app.db
    .select({ event: socialEvents, guests: guestsOf(sql`${person.userId}`) })
    .from(socialEvents)
    .where(eq(socialEvents.id, eventId));
  if (!row || !canSeeEvent(person, row.event)) return fail("not_found", EVENT_NOT_FOUND);
  return ok({ guestPaths: await guestPathsOf(app, row.event, person.userId, row.guests ?? 0) });
}

/** A person's guests with seats at the event of the query; null if the person is not going. */
const guestsOf = (userId: SQL) =>
  sql<number | null>`(select guests from event_rsvps r where r.event_id = ${socialEvents.id}
    and r.user_id = ${userId} and r.answer = 'going')`;

function readGuest(text: string | null): readonly [eventId: string, userId: string, nr: number] | null {
  return text === null ? null : (JSON.parse(text) as [string, string, number]);
}

/** The event behind a guest's link, while the person has the place. */
export async function readGuestPlace(app: App, token: string): Promise<Result<GuestPlace>> {
  const guest = readGuest(await app.secrets.unseal(token, ABOUT_GUEST));
  if (guest === null) return fail("not_found", GUEST_LINK_OVER);
  const [eventId, userId, nr] = guest;
  const [row] = await app.db
    .select({ event: socialEvents, guests: guestsOf(sql`${userId}`) })
    .from(socialEvents)
    .where(eq(socialEvents.id, eventId));
  const isThere = row && canSeeEvent(VISITOR, row.event) && (row.guests ?? 0) >= nr;
  return isThere ? ok(viewGuestPlace(row.event, app.clock.now())) : fail("not_found", GUEST_LINK_OVER);
}
