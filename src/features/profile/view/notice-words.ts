import type { SocialEventRow } from "#src/db/tables/events.ts";
import { WAITED_IN_VAIN } from "#src/features/profile/messages.ts";
import type { NoticeView } from "#src/features/profile/schema.ts";
import { clockTime, longDate, weekdayName } from "#src/shared/dates.ts";
import type { SEAT_OFFER_KINDS, SEAT_OFFER_OUTCOMES } from "#src/shared/states.ts";
import { zonedClock } from "#src/shared/zones.server.ts";

/** An event's data for its notices; null after its deletion. */
export type NoticeEvent = Pick<
  SocialEventRow,
  "id" | "generalPublic" | "held" | "hostUserId" | "status" | "decision" | "day" | "startTime" | "startsAt" | "timeZone"
> | null;

/** The reader's last offer of a place at the notice's event, as JSON from the database. */
export type NoticeSeat = {
  readonly isGoing: boolean;
  readonly isWaiting: boolean;
  readonly offer: {
    readonly kind: (typeof SEAT_OFFER_KINDS)[number];
    readonly outcome: (typeof SEAT_OFFER_OUTCOMES)[number];
    readonly expiresAt: string;
  } | null;
};

const STILL_WAITING = "You are still on the waiting list.";

/** The state of an offered place; null if there is nothing left to say. */
function offerWords(event: NonNullable<NoticeEvent>, { offer }: NoticeSeat, now: Date): string | null {
  if (event.startsAt <= now) return WAITED_IN_VAIN;
  switch (offer?.outcome) {
    case "open": {
      const until = new Date(offer.expiresAt);
      if (until <= now) return `You did not take the space in time. ${STILL_WAITING}`;
      if (offer.kind === "first_come") return "A space is free. The first to take it gets it.";
      return `A space is kept for you until ${zonedClock(until, event.timeZone)}.`;
    }
    case "taken":
      return `Someone else took the free space. ${STILL_WAITING}`;
    case "expired":
      return `You did not take the space in time. ${STILL_WAITING}`;
    default:
      return null;
  }
}

/** A place notice's current text. Null once the reader took or declined the place, or the event is off. */
export function seatWords(
  { kind, event, seat }: { kind: NoticeView["kind"]; event: NoticeEvent; seat: NoticeSeat },
  now: Date,
): string | null {
  if (event?.status !== "scheduled") return null;
  if (kind === "promoted") return seat.isGoing && event.startsAt > now ? "A space opened up, and it is yours." : null;
  return seat.isWaiting ? offerWords(event, seat, now) : null;
}

const ASK = "If you have no email about it, write to the organizers.";

/** A change notice's text for a guest who can no longer see the event: it names neither the event nor its time. */
export function unseenWords({ status, decision }: NonNullable<NoticeEvent>): string {
  const event = "an event that you RSVPed to, and that only members can see now";
  if (status === "cancelled") return `Canceled: ${event}. ${ASK}`;
  if (status === "postponed") return `Postponed: ${event}. ${ASK}`;
  if (decision === "hold") return `On hold: ${event}. ${ASK}`;
  return `Changed: ${event}. ${ASK}`;
}

/** A change notice's text: the current state, so that older notices never contradict newer ones. */
export function changeWords(event: NoticeEvent, before: NoticeView["kind"] | undefined): string {
  if (event === null) return "Something about it has changed.";
  if (event.status === "cancelled") return "Canceled. Please don’t make the trip.";
  if (event.status === "postponed") return "Postponed. The new date isn’t set yet.";
  if (event.decision === "hold") return "On hold. Its page says when it will be decided.";
  const when = `${weekdayName(event.day)}, ${longDate(event.day)}, ${clockTime(event.startTime)}`;
  if (before === "event_cancelled") return `It’s back on: ${when}.`;
  return event.decision === "runs" ? `It’s on: ${when}.` : `Something has changed. It’s on ${when}.`;
}
