import type { SocialEventRow } from "#src/db/tables/events.ts";
import { directionsUrl, payWords, whenWords } from "#src/features/events/components/event-words.ts";
import { JOIN_FOR_LOCATION } from "#src/features/events/messages.ts";
import { isPlaceForNewcomer, whyClosed } from "#src/features/events/rsvps/rules.ts";
import type { Answer } from "#src/features/events/rsvps/schema.ts";
import { calendarFilePath } from "#src/features/events/calendar/rules.ts";
import { type OpenOffer, viewOffer, viewTurn } from "#src/features/events/rsvps/view.ts";
import { holdSentences } from "#src/features/events/decision/rules.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { viewEvent } from "#src/features/events/view.ts";
import type { GuestPlace, PlaceView } from "#src/features/events/visitors/schema.ts";
import { WAITED_IN_VAIN } from "#src/features/profile/messages.ts";
import { VISITOR } from "#src/policy/viewer.ts";

/** A place at an event that visitors can no longer see. */
type UnseenRow = {
  readonly event: SocialEventRow;
  readonly link: { readonly email: string; readonly userId: string | null };
  readonly answer: Answer | null;
  /** Null when the person does not wait. */
  readonly place: number | null;
};

export type PlaceRow = UnseenRow & {
  readonly guests: number;
  readonly offer: OpenOffer | null;
  readonly hasAccount: boolean;
  readonly guestPaths: readonly string[];
};

/** The event part of both link views, with the server's time. */
function linkedEvent(view: EventView, now: Date) {
  const { socialEventId, title, location, status, startsAt, endsAt } = view;
  return {
    event: { socialEventId, title, when: whenWords(view), startsAt, endsAt, location, status },
    serverTime: now.toISOString(),
  };
}

/** The view of a mailed link: the event as visitors see it, and the holder's place. */
export function viewPlace(row: PlaceRow, now: Date): PlaceView {
  const { event, link, answer, place, guests, offer, hasAccount, guestPaths } = row;
  const view = viewEvent(event, VISITOR);
  const linked = linkedEvent(view, now);
  const isMissed = place !== null && event.status === "scheduled" && event.startsAt <= now;
  const stateOfPerson = place === null ? (answer ?? "none") : "waiting";
  return {
    ...linked,
    event: { ...linked.event, cost: event.status === "cancelled" ? null : payWords(view) },
    state: link.userId === null ? "unproven" : stateOfPerson,
    waiting: place === null || isMissed ? null : viewTurn(place, event),
    hasOffer: place !== null && offer !== null,
    offeredUntil: place !== null && offer?.kind === "offer" ? viewOffer(offer, event.timeZone).time : null,
    isFull: place !== null || !isPlaceForNewcomer(event),
    hold: isMissed ? null : holdSentences(view).join(" ") || null,
    closed: isMissed ? WAITED_IN_VAIN : whyClosed(event, now),
    hasAccount,
    email: link.email,
    guests,
    guestsPerPerson: event.guestsPerPerson,
    guestPaths: [...guestPaths],
  };
}

/** The view of a mailed link to an event that visitors can no longer see: only the place, which can be given up. */
export function viewUnseenPlace({ event, link, answer, place }: UnseenRow, now: Date): PlaceView {
  const { id, title, status } = event;
  return {
    event: { socialEventId: id, title, when: "", startsAt: "", endsAt: "", location: "", status, cost: null },
    serverTime: now.toISOString(),
    isUnseen: true,
    state: place === null ? (answer ?? "none") : "waiting",
    waiting: null,
    hasOffer: false,
    offeredUntil: null,
    isFull: true,
    hold: null,
    closed: whyClosed(event, now),
    // Giving it up needs no sign-in.
    hasAccount: false,
    email: link.email,
    guests: 0,
    guestsPerPerson: 0,
    guestPaths: [],
  };
}

/** The view of a guest's link: the event as visitors see it. */
export function viewGuestPlace(event: SocialEventRow, now: Date): GuestPlace {
  const view = viewEvent(event, VISITOR);
  const linked = linkedEvent(view, now);
  const calendarPath = calendarFilePath(view.socialEventId);
  const directions = view.location === JOIN_FOR_LOCATION ? null : directionsUrl(view);
  return { ...linked, event: { ...linked.event, calendarPath, directions } };
}
