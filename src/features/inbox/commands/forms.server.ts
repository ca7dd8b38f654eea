import { and, eq, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { formSubmissions } from "#src/db/tables/form-submissions.ts";
import { getEvent } from "#src/features/events/queries.server.ts";
import { mailPlaceLink, type PlaceWish, readOpenEvent } from "#src/features/events/visitors/commands.server.ts";
import { hasPlaceLink } from "#src/features/events/visitors/queries.server.ts";
import { placeRequestSchema } from "#src/features/events/visitors/schema.ts";
import { addressOf } from "#src/mail/address.server.ts";
import { keepForm } from "#src/features/inbox/commands/keep.server.ts";
import {
  ENTRIES_CLOSED,
  ENTRIES_FULL,
  ENTRY_RECEIVED,
  FORM_RECEIVED,
  FORM_REFUSED,
  WAITING_FORM_RECEIVED,
  WAITING_LINK_SENT,
} from "#src/features/inbox/messages.ts";
import { closingFriday, isEntry, isForWaiting, MOST_ENTRIES } from "#src/features/inbox/rules.ts";
import type { FormSubmission } from "#src/features/inbox/schema/forms.ts";
import { listOrganizerAddresses } from "#src/features/identity/queries.server.ts";
import type { Client } from "#src/http/client.server.ts";
import { countUse } from "#src/http/rate-limit.server.ts";
import { inboxMails } from "#src/features/inbox/mails.server.ts";
import { enqueueStrangerMails, inboxOf } from "#src/mail/strangers.server.ts";
import type { Viewer } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";
import { dayInZone } from "#src/shared/zones.server.ts";

type Answered = { readonly success: true; readonly message: string };

/** The response: what happens next. */
function answered(submission: FormSubmission, isLinkSent: boolean): Result<Answered> {
  const received = isForWaiting(submission) ? WAITING_FORM_RECEIVED : FORM_RECEIVED;
  return ok({
    success: true,
    message: isEntry(submission) ? ENTRY_RECEIVED : isLinkSent ? WAITING_LINK_SENT : received,
  });
}

/** Per network address: otherwise invented email addresses could take all places in seconds. */
const ENTRIES = { name: "tournament-entries", max: 6, windowSeconds: 86_400 };

/**
 * Returns the Friday by which a new entry counts, if there is room. Serializes entries. Each inbox has one place, and a
 * resubmission never replaces the first entry, because anyone can type the captain's address; organizers read both.
 */
async function takeEntry(tx: Transaction, app: App, { email, formType }: FormSubmission): Promise<Result<string>> {
  const today = dayInZone(app.clock.now(), app.config.group.timeZone);
  const closes = closingFriday(today, app.config.tournamentDay);
  if (today > closes) return fail("conflict", ENTRIES_CLOSED);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${formType}))`);
  const ofThisOne = and(eq(formSubmissions.formType, formType), sql`${formSubmissions.data} ->> 'closes' = ${closes}`);
  const inbox = sql<string>`mail_inbox(${formSubmissions.email})`;
  const entered = await tx.selectDistinct({ inbox }).from(formSubmissions).where(ofThisOne);
  const own = await inboxOf(tx, email);
  const hasPlace = entered.length < MOST_ENTRIES || entered.some((entry) => entry.inbox === own);
  return hasPlace ? ok(closes) : fail("conflict", ENTRIES_FULL);
}

/** The recipients of a form: the organizers, and for an event also its hosts. */
async function listReaders(app: App, eventId: string | undefined): Promise<string[]> {
  const organizers = await listOrganizerAddresses(app);
  if (eventId === undefined) return organizers;
  const { rows } = await app.db.execute<{ email: string | null }>(sql`
    select ${addressOf(sql`h.user_id`)} as email from (
      select host_user_id as user_id from social_events where id = ${eventId}
      union select user_id from event_co_hosts where event_id = ${eventId}) h`);
  return [...new Set([...organizers, ...rows.flatMap(({ email }) => email ?? [])])];
}

/** The sender's details for the waiting list, if there is one and they are sufficient. */
async function waitingVisitor(app: App, submission: FormSubmission): Promise<PlaceWish | null> {
  const { eventId } = submission;
  if (!isForWaiting(submission) || eventId === undefined) return null;
  const visitor = placeRequestSchema.safeParse(submission);
  const event = await readOpenEvent(app, eventId);
  return visitor.success && event.ok ? { ...visitor.data, eventId } : null;
}

/**
 * Stores a submission of one of the smaller forms, notifies its readers, and sends a receipt with what happens next.
 */
export async function keepSubmission(
  app: App,
  viewer: Viewer,
  submission: FormSubmission,
  client: Client,
): Promise<Result<Answered>> {
  const { email, formType, ...data } = submission;
  if (data.eventId !== undefined) {
    const event = await getEvent(app, viewer, data.eventId);
    if (!event.ok) return fail("invalid", FORM_REFUSED, { fields: { eventId: event.failure.message } });
  }
  const allowed = isEntry(submission) ? await countUse(app, ENTRIES, client.address) : ok(undefined);
  if (!allowed.ok) return allowed;
  const now = app.clock.now();
  const waiting = await waitingVisitor(app, submission);
  const readers = await listReaders(app, data.eventId);
  return app.db.transaction(async (tx) => {
    const entry = isEntry(submission) ? await takeEntry(tx, app, submission) : null;
    if (entry?.ok === false) return entry;
    const kept = entry === null ? data : { ...data, closes: entry.value };
    const id = await keepForm(tx, { formType, email, data: kept }, now);
    if (id === null) return answered(submission, waiting !== null && (await hasPlaceLink(tx, waiting)));
    const form = { formType, eventId: data.eventId };
    const toReaders = readers.map((reader) => inboxMails.form_forwarded.owed(`${id}:${reader}`, reader, form));
    const about = { isWaiting: isForWaiting(submission), isEntry: isEntry(submission) };
    // If the inbox is over its mail limit, the readers contact the sender themselves.
    if (waiting) return answered(submission, await mailPlaceLink(tx, waiting, toReaders, now));
    const receipt = inboxMails.form_received.owed(id, email, about);
    await enqueueStrangerMails(tx, { receipt, toReaders }, now);
    return answered(submission, false);
  });
}
