import { eq, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { isBlockedNow } from "#src/db/groups-now.ts";
import { hosts } from "#src/db/hosting.ts";
import { prepareOnce } from "#src/db/prepared.server.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { isOver } from "#src/features/events/calendar/rules.ts";
import { JOIN_FOR_LOCATION } from "#src/features/events/messages.ts";
import { whyClosed } from "#src/features/events/rsvps/rules.ts";
import type { Answer } from "#src/features/events/rsvps/schema.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { viewEvent } from "#src/features/events/view.ts";
import { readerOfMail } from "#src/features/identity/queries.server.ts";
import { canSeeEvent, isUnseenBy } from "#src/policy/events.ts";
import { VISITOR } from "#src/policy/viewer.ts";

/** The facts for a mail to a person about an event. */
export type EventMailFacts = {
  /** As the recipient may see it. */
  readonly event: EventView;
  readonly startsAt: Date;
  /** As the host set it. */
  readonly startTime: string;
  readonly lengthMinutes: number | null;
  readonly answer: Answer | null;
  readonly isWaiting: boolean;
  /** The host or a co-host, unless blocked. */
  readonly isHost: boolean;
  /** The event has not begun. */
  readonly isAhead: boolean;
  readonly isOver: boolean;
};

function prepareMailFacts(app: App, name: string) {
  const [eventId, userId] = [sql.placeholder("eventId"), sql.placeholder("userId")];
  const person = sql`event_id = ${eventId} and user_id = ${userId}`;
  return app.db
    .select({
      event: socialEvents,
      answer: sql<Answer | null>`(select answer from event_rsvps where ${person})`,
      isWaiting: sql<boolean>`exists (select from waiting_list where ${person} and status = 'waiting')`,
      isHost: sql<boolean>`(${hosts(sql`${userId}::text`, sql`social_events.id`, sql`social_events.host_user_id`)}
        and not ${isBlockedNow(sql`${userId}::text`, sql`${sql.placeholder("now")}`)})`,
    })
    .from(socialEvents)
    .where(eq(socialEvents.id, eventId))
    .prepare(name);
}

type OfMail = { readonly eventId: string; readonly userId: string; readonly email: string };

async function readMailFacts(app: App, { eventId, userId, email }: OfMail) {
  // Runs for each mail about an event, of which thousands may be due at once.
  const query = prepareOnce(app.db, "event_mail_facts", (name) => prepareMailFacts(app, name));
  const now = app.clock.now().toISOString();
  const [[row], reader] = await Promise.all([
    query.execute({ eventId, userId, now }),
    readerOfMail(app, userId, email),
  ]);
  return row && { row, reader };
}

/** Current facts for a mail; null when the owner of this address can no longer see the event. */
export async function getEventMailFacts(app: App, about: OfMail): Promise<EventMailFacts | null> {
  const read = await readMailFacts(app, about);
  if (!read || !canSeeEvent(read.reader, read.row.event)) return null;
  const { event, ...person } = read.row;
  const { startsAt, startTime, lengthMinutes } = event;
  const now = app.clock.now();
  const view = viewEvent(event, read.reader);
  const course = { isAhead: startsAt > now, isOver: isOver(view, now) };
  return { event: view, startsAt, startTime, lengthMinutes, ...person, ...course };
}

/** The facts for a mail to a guest who can no longer see the event: only what they knew before. */
export type UnseenFacts = Pick<EventView, "title" | "status" | "decision"> &
  Pick<EventMailFacts, "answer" | "isWaiting" | "isOver"> & {
    readonly knowsPlace: boolean;
    /** The place can be given up. */
    readonly isOpen: boolean;
  };

/** {@link UnseenFacts}; null when the owner of this address can see the event, or it was never published. */
export async function getUnseenFacts(app: App, about: OfMail): Promise<UnseenFacts | null> {
  const read = await readMailFacts(app, about);
  if (!read || !isUnseenBy(read.reader, read.row.event)) return null;
  const { event, answer, isWaiting } = read.row;
  const now = app.clock.now();
  const { title, status, decision, location, ...view } = viewEvent(event, VISITOR);
  return {
    title,
    status,
    decision,
    answer,
    isWaiting,
    isOver: isOver(view, now),
    knowsPlace: location !== JOIN_FOR_LOCATION,
    isOpen: whyClosed(event, now) === null,
  };
}
