import type { SocialEventRow } from "#src/db/tables/events.ts";
import type { UserRow } from "#src/db/tables/users.ts";
import { viewDraw } from "#src/features/events/draw/view.ts";
import { viewDecision } from "#src/features/events/decision/view.ts";
import type { PollView } from "#src/features/events/polls/schema.ts";
import { isDrawPending, placesFree } from "#src/features/events/rsvps/rules.ts";
import { NAMELESS } from "#src/features/events/rsvps/messages.ts";
import type { Answer, RsvpState } from "#src/features/events/rsvps/schema.ts";
import { spacesLeft } from "#src/features/events/view.ts";
import { chatAccess, type FreeChatAccess } from "#src/policy/chats.ts";
import { canManageEvent, canSeePoll, requireDoorKeeper, requireThreadReader } from "#src/policy/events.ts";
import { signedInOf, type Viewer } from "#src/policy/viewer.ts";
import type { SEAT_OFFER_KINDS } from "#src/shared/states.ts";
import { zoneAbbreviation, zonedClock } from "#src/shared/zones.server.ts";

/** An open offer, from JSON of the database. */
export type OpenOffer = { readonly kind: (typeof SEAT_OFFER_KINDS)[number]; readonly expiresAt: string };

export function viewOffer({ kind, expiresAt }: OpenOffer, timeZone: string): NonNullable<RsvpState["offer"]> {
  const moment = new Date(expiresAt);
  return { kind, expiresAt: moment.toISOString(), time: zonedClock(moment, timeZone) };
}

/** A number on the waiting list. Blocked people have one, but are not counted. */
export function viewTurn(place: number, { waitingCount }: Pick<SocialEventRow, "waitingCount">) {
  return { place, of: Math.max(place, waitingCount) };
}

/** All open offers of an event: their number, and the last to end. */
export type OpenOffers = OpenOffer & { readonly people: number };

/** A sentence for hosts about how free seats go to the waiting list; undefined if there is nothing to give. */
function seatNews({ event, offers, hasBegun }: RsvpStateRow): string | undefined {
  const isOpen = event.status === "scheduled" && !event.held && !hasBegun && !isDrawPending(event);
  if (!isOpen || event.waitingCount === 0) return undefined;
  if (offers?.kind === "first_come")
    return "Everyone on the waiting list was told of the free space. The first to take it gets it.";
  if (offers) {
    const { time } = viewOffer(offers, event.timeZone);
    return offers.people === 1
      ? `A free space is kept for the next person until ${time}.`
      : `Free spaces are kept for the next ${offers.people} people, the last until ${time}.`;
  }
  return placesFree(event) > 0
    ? `In the last day before the start, free spaces are offered from 8 AM to 9 PM ${zoneAbbreviation(event.startsAt, event.timeZone)}.`
    : undefined;
}

/** The event fields that decide who gets a seat. */
export type SeatedEvent = Pick<
  SocialEventRow,
  | "id"
  | "held"
  | "generalPublic"
  | "hostUserId"
  | "status"
  | "startsAt"
  | "timeZone"
  | "capacity"
  | "goingCount"
  | "waitingCount"
  | "lastTicket"
  | "guestsPerPerson"
  | "drawAt"
  | "drawnAt"
>;

export type RsvpStateRow = {
  readonly event: SeatedEvent & Parameters<typeof viewDecision>[0] & Parameters<typeof viewDraw>[0];
  readonly answer: Answer | null;
  readonly guests: number;
  readonly ticket: number | null;
  readonly place: number;
  readonly offer: OpenOffer | null;
  /** Open offers to anyone. */
  readonly offers: OpenOffers | null;
  readonly hasBegun: boolean;
  readonly isBlocked: boolean;
  readonly isNameless: boolean;
  readonly isGreeter: boolean;
  /** The event has a saved court board. */
  readonly hasBoard: boolean;
  /** Checked in at the door. */
  readonly isHere: boolean;
  readonly coHosts: readonly Pick<UserRow, "firstName" | "lastName" | "nickname">[];
  readonly poll: PollView | null;
};

/** The RSVP state as this viewer may see it. */
export function viewRsvpState(row: RsvpStateRow, viewer: Viewer, free: FreeChatAccess): RsvpState {
  const { event, answer, guests, ticket, place, offer, isNameless, isGreeter, hasBoard, isHere, coHosts, poll } = row;
  const seats = canManageEvent(viewer, event) ? seatNews(row) : undefined;
  const decision = viewDecision(event);
  const draw = viewDraw(event);
  const attendees = canManageEvent(viewer, event) ? "allowed" : chatAccess(viewer, free);
  return {
    answer,
    waiting: ticket === null ? null : viewTurn(place, event),
    offer: ticket === null || offer === null ? null : viewOffer(offer, event.timeZone),
    ...(seats !== undefined && { seatNews: seats }),
    guests,
    guestsPerPerson: event.guestsPerPerson,
    going: event.goingCount,
    spacesLeft: spacesLeft(event),
    // Who waits is counted for themselves, also while a block keeps them out.
    waitingCount: ticket === null ? event.waitingCount : viewTurn(place, event).of,
    status: event.status,
    ...(decision !== undefined && { decision }),
    ...(draw !== undefined && { draw }),
    canManage: canManageEvent(viewer, event),
    // Co-hosts' names are for signed-in people, not for the whole web.
    coHosts: signedInOf(viewer) ? coHosts.map(nameOf) : [],
    canKeepDoor: requireDoorKeeper(viewer, event, isGreeter).ok,
    inThread: requireThreadReader(viewer, event, answer === "going").ok,
    isNameless,
    attendees,
    hasBoard: hasBoard && (isHere || attendees === "allowed"),
    poll: poll !== null && canSeePoll(viewer, event, poll) ? poll : null,
  };
}

type Moved = Pick<RsvpStateRow, "answer" | "guests"> & { readonly goes: number; readonly waits: number };

/** {@link viewRsvpState} after a move at an event with an empty waiting list. */
export function viewMoved(row: RsvpStateRow, moved: Moved, viewer: Viewer, free: FreeChatAccess): RsvpState {
  const { answer, guests, goes, waits } = moved;
  const { goingCount, waitingCount } = row.event;
  const event = { ...row.event, goingCount: goingCount + goes, waitingCount: waitingCount + waits };
  return viewRsvpState({ ...row, event, answer, guests, ticket: null, offer: null }, viewer, free);
}

/** The name that others see on a list, the only data about a person there. */
export function nameOf(person: Pick<UserRow, "firstName" | "lastName" | "nickname">): string {
  return `${person.firstName} ${person.lastName}`.trim() || person.nickname || NAMELESS;
}
