import { eq } from "drizzle-orm";
import type { Transaction } from "#src/db/connect.server.ts";
import { type SocialEventRow, socialEvents } from "#src/db/tables/events.ts";
import { reopenedHold } from "#src/features/events/decision/rules.ts";
import type { EventChange } from "#src/features/events/edit/schema.ts";
import { forPlain } from "#src/features/events/rules/plain-fields.ts";
import { newsBetween } from "#src/features/events/rules.ts";
import { instantOf } from "#src/shared/zones.server.ts";

function placeAfter(event: SocialEventRow, { location = event.location, privateLocation, membersOnly }: EventChange) {
  // A private place that only repeats the location changes along with it.
  const isRepeated = event.membersOnlyLocation && event.privateLocation === event.location;
  return {
    location,
    privateLocation: privateLocation ?? (isRepeated ? location : event.privateLocation),
    membersOnlyLocation: membersOnly ?? event.membersOnlyLocation,
  };
}

function timeAfter(event: SocialEventRow, change: EventChange, now: Date) {
  const day = change.date ?? event.day;
  const startTime = change.time === undefined ? event.startTime : `${change.time}:00`;
  const startsAt = instantOf(day, startTime, event.timeZone);
  const { previousStartsAt } = event;
  const isMoved = startsAt.getTime() !== event.startsAt.getTime();
  // A return to the announced time clears it; moving a past or held event leaves it unchanged.
  const isBack = startsAt.getTime() === previousStartsAt?.getTime();
  const isNews = isMoved && startsAt > now && !event.held;
  const before = isBack ? null : isNews ? event.startsAt : previousStartsAt;
  return { isMoved, columns: { day, startTime, startsAt, previousStartsAt: before } };
}

/** The hold after a change: it moves with the start, and a new status ends it. */
function decisionAfter(event: SocialEventRow, status: SocialEventRow["status"], startsAt: Date, now: Date) {
  const { decision, holdReason, decisionDefault, minimumGoing, decidesAt } = event;
  const movedBy = startsAt.getTime() - event.startsAt.getTime();
  const decided = status === "cancelled" ? "called_off" : "runs";
  const isDecided =
    status !== event.status && decision !== null && status !== "postponed" && event.status !== "postponed";
  const moved = {
    decision: isDecided ? decided : decision,
    decidesAt: decidesAt === null ? null : new Date(decidesAt.getTime() + movedBy),
    startsAt,
  } as const;
  const { decision: state, decidesAt: moment } = movedBy === 0 ? moved : reopenedHold(moved, now);
  return { decision: state, holdReason, decisionDefault, minimumGoing, decidesAt: moment } as const;
}

/** The remaining columns that a change may set: column → its value in the change. */
function restAfter(event: SocialEventRow, change: EventChange, isMoved: boolean) {
  // A postponed event with a new time is scheduled again.
  const status = change.status ?? (event.status === "postponed" && isMoved ? "scheduled" : event.status);
  return {
    ...forPlain((name) => change[name] ?? event[name]),
    // Null is a value here: unknown length.
    lengthMinutes: change.lengthMinutes === undefined ? event.lengthMinutes : change.lengthMinutes,
    capacity: change.spaces === undefined ? event.capacity : change.spaces,
    guestsPerPerson: change.guestsPerPerson ?? event.guestsPerPerson,
    costCents: change.cost === undefined ? event.costCents : Math.round(change.cost * 100),
    generalPublic: change.generalpublic ?? event.generalPublic,
    status,
    // Cleared when the event is scheduled again.
    cancelReason: status === "cancelled" ? (change.cancelReason ?? event.cancelReason) : "",
    chat: change.chat ?? event.chat,
    imgKey: change.imgKey ?? event.imgKey,
    groupMeImg: change.groupmeImg ?? event.groupMeImg,
    groupMeChatUrl: change.groupMeChatUrl ?? event.groupMeChatUrl,
    shortLocation: change.shortLocation ?? event.shortLocation,
    pollText: change.pollText ?? event.pollText,
    pollPrivateLocation: change.pollPrivateLocation ?? event.pollPrivateLocation,
  };
}

/** The columns that a change may set. Excludes the counts, which RSVPs update, and the id, which is in the URL. */
function columnsAfter(event: SocialEventRow, change: EventChange, now: Date) {
  const { isMoved, columns: time } = timeAfter(event, change, now);
  const rest = restAfter(event, change, isMoved);
  return {
    ...rest,
    ...placeAfter(event, change),
    ...time,
    ...decisionAfter(event, rest.status, time.startsAt, now),
    updatedAt: now,
    // A change resubmits a refused event for review.
    refusedAt: null,
    refusalReason: "",
  };
}

/** The event's row after a change. Its id never changes, whatever its date. */
export function changedRow(event: SocialEventRow, change: EventChange, now: Date): SocialEventRow {
  const after: SocialEventRow = { ...event, ...columnsAfter(event, change, now) };
  return { ...after, sequence: event.sequence + (newsBetween(event, after).length > 0 ? 1 : 0) };
}

const NO_CHANGE: EventChange = { scope: "this" };

/** Writes the result of {@link changedRow}. */
export async function saveEvent(tx: Transaction, event: SocialEventRow): Promise<void> {
  await tx
    .update(socialEvents)
    .set({ ...columnsAfter(event, NO_CHANGE, event.updatedAt), sequence: event.sequence })
    .where(eq(socialEvents.id, event.id));
}
