import { and, eq, isNull, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { isInboxBlockedNow } from "#src/db/groups-now.ts";
import { moment } from "#src/db/instant.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { type SocialEventRow, socialEvents } from "#src/db/tables/events.ts";
import { placeLinks } from "#src/db/tables/place-links.ts";
import { EVENT_NOT_FOUND } from "#src/features/events/messages.ts";
import { lockAnyEvent, movePerson, readMine } from "#src/features/events/rsvps/commands/places.server.ts";
import { afterAnswer, whyClosed } from "#src/features/events/rsvps/rules.ts";
import { afterWish } from "#src/features/events/waiting-list/commands/offers.server.ts";
import { visitorMails } from "#src/features/events/visitors/mails.server.ts";
import {
  INBOX_BUSY,
  LINK_OVER,
  NOT_PROVEN,
  PLACE_ASKED,
  SIGN_IN_TO_CHANGE,
} from "#src/features/events/visitors/messages.ts";
import { holderOf, isLive, readPlace } from "#src/features/events/visitors/queries.server.ts";
import type { PlaceAnswer, PlaceRequest, PlaceView } from "#src/features/events/visitors/schema.ts";
import { personOfProvenEmail } from "#src/features/identity/commands/accounts.server.ts";
import { hashOf, newSecret } from "#src/features/identity/commands/session-tokens.server.ts";
import type { OwedMail } from "#src/mail/kinds.server.ts";
import { BUSY_SECONDS, enqueueStrangerMails } from "#src/mail/strangers.server.ts";
import { canSeeEvent, isUnseenBy } from "#src/policy/events.ts";
import { BLOCKED, type Viewer, VISITOR } from "#src/policy/viewer.ts";
import { isCleanText } from "#src/shared/fields.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

const PROOF_LIFE_MS = 24 * 3_600_000;

type Link = typeof placeLinks.$inferSelect;

export type PlaceWish = PlaceRequest & { readonly eventId: string };

/**
 * Stores a visitor's request and mails them a verification link, and the given recipients a notification. Reserves no
 * place (decision 0054). Returns false, and stores nothing, if the inbox has reached its limit.
 */
export async function mailPlaceLink(
  tx: Transaction,
  { eventId, ...visitor }: PlaceWish,
  toReaders: readonly OwedMail[],
  now: Date,
): Promise<boolean> {
  const token = newSecret();
  const expiresAt = new Date(now.getTime() + PROOF_LIFE_MS);
  const receipt = visitorMails.place_requested.owed(hashOf(token), visitor.email, { token });
  if (!(await enqueueStrangerMails(tx, { receipt, toReaders }, now))) return false;
  await tx.insert(placeLinks).values({ ...visitor, eventId, tokenHash: hashOf(token), createdAt: now, expiresAt });
  return true;
}

/** The event, if visitors can currently take a place or join its waiting list. */
export async function readOpenEvent(app: App, eventId: string): Promise<Result<SocialEventRow>> {
  if (!isCleanText(eventId)) return fail("not_found", EVENT_NOT_FOUND);
  const [event] = await app.db.select().from(socialEvents).where(eq(socialEvents.id, eventId));
  if (!event || !canSeeEvent(VISITOR, event)) return fail("not_found", EVENT_NOT_FOUND);
  const reason = whyClosed(event, app.clock.now());
  return reason === null ? ok(event) : fail("conflict", reason);
}

/** Mails a visitor the link to take a place. The response is the same for known and unknown addresses. */
export async function requestPlace(
  app: App,
  eventId: string,
  request: PlaceRequest,
): Promise<Result<{ success: true; message: string }>> {
  const event = await readOpenEvent(app, eventId);
  if (!event.ok) return event;
  const now = app.clock.now();
  const isMailed = await app.db.transaction((tx) => mailPlaceLink(tx, { ...request, eventId }, [], now));
  return isMailed
    ? ok({ success: true, message: PLACE_ASKED })
    : fail("rate_limited", INBOX_BUSY, { retryAfterSeconds: BUSY_SECONDS });
}

/** Sets the RSVP of a mailed link. The first 'going' verifies the address. */
export async function answerByLink(app: App, { token, answer, guests }: PlaceAnswer): Promise<Result<PlaceView>> {
  const now = app.clock.now();
  const [link] = await app.db.select().from(placeLinks).where(isLive(token, now));
  if (!link) return fail("not_found", LINK_OVER);
  // Only for giving up a place does it matter what the holder can see.
  const holder = answer === "not_going" ? await holderOf(app, link) : VISITOR;
  const done = await app.db.transaction(async (tx): Promise<Result<void>> => {
    const event = await lockLinked(tx, link, { answer, holder }, now);
    if (!event.ok) return event;
    const isUnseen = !canSeeEvent(VISITOR, event.value);
    // Checked before a person is created, or a blocked person could return under a +tag of their address.
    if (answer === "going" && (await isInboxBlocked(tx, link.email, now))) return fail("forbidden", BLOCKED);
    const person = await personOf(tx, link, answer, now);
    if (!person.ok) return person;
    const { userId, isProof, hasAccount } = person.value;
    const before = await readMine(tx, link.eventId, userId, now);
    // For people with an account, a link can only set a first RSVP. Used again, it shows that RSVP.
    const hasAnswered = before.answer !== null || before.isWaiting;
    const isRepeat = afterAnswer({ answer, guests: guests ?? before.guests }, before, false) === before;
    if (isUnseen && !hasAnswered) return fail("not_found", LINK_OVER);
    // An event that they can no longer see has no signed-in page on which to give it up.
    if (hasAccount && hasAnswered && !isUnseen)
      return isProof || isRepeat ? ok(undefined) : fail("conflict", SIGN_IN_TO_CHANGE);
    const after = await afterWish(tx, event.value, { userId, before, wish: { answer, guests } }, now);
    if (!after.ok) return after;
    await movePerson(tx, event.value, { userId, email: link.email }, { before, after: after.value, now });
    return ok(undefined);
  });
  return done.ok ? readPlace(app, token) : done;
}

/** Locks the open event of a link. A taken place can be given up even if visitors can no longer see the event. */
async function lockLinked(
  tx: Transaction,
  { eventId, userId }: Link,
  { answer, holder }: Pick<PlaceAnswer, "answer"> & { readonly holder: Viewer },
  now: Date,
): Promise<Result<SocialEventRow>> {
  const event = await lockAnyEvent(tx, eventId);
  const isLeaving = answer === "not_going" && userId !== null;
  const may = event && (canSeeEvent(VISITOR, event) || (isLeaving && isUnseenBy(holder, event)));
  if (!may) return fail("not_found", LINK_OVER);
  const reason = whyClosed(event, now);
  return reason === null ? ok(event) : fail("conflict", reason);
}

async function isInboxBlocked(tx: Transaction, email: string, now: Date): Promise<boolean> {
  const { rows } = await tx.execute<{ blocked: boolean }>(
    sql`select ${isInboxBlockedNow(sql`${email}`, moment(now))} as blocked`,
  );
  return rows[0]?.blocked === true;
}

type LinkPerson = { readonly userId: string; readonly isProof: boolean; readonly hasAccount: boolean };

/** The person behind a place link. Its first use verifies the email. The event's lock serializes uses. */
async function personOf(
  tx: Transaction,
  { tokenHash }: Link,
  answer: "going" | "not_going",
  now: Date,
): Promise<Result<LinkPerson>> {
  const isIt = eq(placeLinks.tokenHash, tokenHash);
  const [link] = await tx.select().from(placeLinks).where(isIt);
  if (!link) return fail("not_found", LINK_OVER);
  if (link.userId !== null) {
    const tied = await tx.select({ sub: accounts.sub }).from(accounts).where(eq(accounts.userId, link.userId));
    return ok({ userId: link.userId, isProof: false, hasAccount: tied.length > 0 });
  }
  if (answer !== "going") return fail("conflict", NOT_PROVEN);
  const person = await personOfProvenEmail(tx, link, now);
  // The typed values are now stored with the person, or not needed.
  await tx
    .update(placeLinks)
    .set({ userId: person.userId, firstName: "", lastName: "", phone: "" })
    .where(and(isIt, isNull(placeLinks.userId)));
  return ok({ ...person, isProof: true });
}
