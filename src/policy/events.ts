import { type FreeChatAccess, requireChatReader } from "#src/policy/chats.ts";
import { mayDo } from "#src/policy/roles.ts";
import {
  isMember,
  type Person,
  requirePerson,
  requireUnblocked,
  type SignedIn,
  type Viewer,
} from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** The event fields that determine its hosts. */
type HostedEvent = { readonly id: string; readonly hostUserId: string | null };

/** The event fields that decide visibility. */
type EventFacts = {
  readonly generalPublic: boolean;
  readonly membersOnlyLocation: boolean;
  /** Held until an organizer publishes or refuses it. */
  readonly held: boolean;
} & HostedEvent;

/** The published events that a viewer's lists include, as data for SQL. Held events are in no list. */
export function eventScope(viewer: Viewer): { readonly closeFriends: boolean } {
  return { closeFriends: isMember(viewer) || mayDo(viewer, "manage_events") };
}

/** Held events are visible to their hosts and organizers only; events for close friends also to members. */
export function canSeeEvent(
  viewer: Viewer,
  event: Pick<EventFacts, "generalPublic" | "held" | keyof HostedEvent>,
): boolean {
  if (canManageEvent(viewer, event)) return true;
  return !event.held && (event.generalPublic || isMember(viewer));
}

/** Whether a guest can no longer see an event. They get short mails about changes and can give up their place by link. */
export function isUnseenBy(
  guest: Viewer,
  event: Pick<EventFacts, "generalPublic" | "held" | keyof HostedEvent>,
): boolean {
  return !event.held && !canSeeEvent(guest, event);
}

/** Whether a viewer sees the place. Everyone else sees 'join group for location'. */
export function canSeeLocation(
  viewer: Viewer,
  event: Pick<EventFacts, "membersOnlyLocation" | keyof HostedEvent>,
): boolean {
  return !event.membersOnlyLocation || isMember(viewer) || canManageEvent(viewer, event);
}

/** The exact private place (a home address, a gate code). */
export function canSeePrivateLocation(viewer: Viewer, event: HostedEvent): boolean {
  return isMember(viewer) || canManageEvent(viewer, event);
}

/** Photos show who was there, and where: for members-only events and places, only members and the creator see them. */
export function canSeePhotos(
  viewer: Viewer,
  event: Pick<EventFacts, "generalPublic" | "membersOnlyLocation" | keyof HostedEvent>,
): boolean {
  return (event.generalPublic && !event.membersOnlyLocation) || isMember(viewer) || canManageEvent(viewer, event);
}

/** The events whose members-only photos a list includes, as data for SQL. */
export function photoScope(viewer: Viewer): { readonly membersPhotos: boolean } {
  return { membersPhotos: isMember(viewer) || mayDo(viewer, "manage_events") };
}

/**
 * Whether a new event is published without review: by organizers, event leads, and hosts with a valid Host ID. Other
 * events are held.
 */
export function publishesAtOnce(viewer: Viewer, hasHostId: boolean): boolean {
  return mayDo(viewer, "manage_events") || hasHostId;
}

/**
 * Whether changes apply without review: by organizers, event leads, members and hosts with their own Host ID. Changes
 * by other hosts wait for an organizer. A held event is not visible to guests anyway.
 */
export function changesAtOnce(viewer: Viewer, event: Pick<EventFacts, "held">, hasHostId: boolean): boolean {
  return event.held || isMember(viewer) || mayDo(viewer, "manage_events") || hasHostId;
}

/**
 * Whether a setting always changes at once, because it cannot send guests to a wrong place, time, link or account. That
 * holds for a cancellation, which guests must learn without delay. Any other setting waits, including future ones.
 */
export function misleadsNobody(setting: string, value: unknown): boolean {
  return ["spaces", "guestsPerPerson", "chat"].includes(setting) || (setting === "status" && value !== "scheduled");
}

/** Members, the host and organizers see and vote in a members-only poll. */
export function canSeePoll(viewer: Viewer, event: HostedEvent, poll: { readonly membersOnly: boolean }): boolean {
  return !poll.membersOnly || isMember(viewer) || canManageEvent(viewer, event);
}

const isHost = (viewer: Viewer, event: HostedEvent): boolean =>
  viewer.kind !== "visitor" && !viewer.isBlocked && viewer.userId !== null && viewer.userId === event.hostUserId;

/** Whether the viewer hosts or co-hosts the event. Always false while they are blocked. */
export function isTheirEvent(viewer: Viewer, event: HostedEvent): boolean {
  return (
    isHost(viewer, event) || (viewer.kind !== "visitor" && !viewer.isBlocked && viewer.coHostOf.includes(event.id))
  );
}

/** The host, co-hosts, organizers and event leads may change an event. */
export function canManageEvent(viewer: Viewer, event: HostedEvent): boolean {
  return mayDo(viewer, "manage_events") || isTheirEvent(viewer, event);
}

/** The host, organizers and event leads may name co-hosts. Co-hosts may not: each is the host's own choice. */
export function canNameCoHosts(viewer: Viewer, event: HostedEvent): boolean {
  return mayDo(viewer, "manage_events") || isHost(viewer, event);
}

const NOT_YOURS_TO_NAME = "Only the host of this event or an organizer may name co-hosts.";

/** Admits people who may name co-hosts, and co-hosts who remove themselves. */
export function requireCoHostNaming(viewer: Viewer, event: HostedEvent, own: boolean): Result<Person> {
  const person = requirePerson(viewer);
  if (!person.ok) return person;
  const may = canNameCoHosts(viewer, event) || (own && isTheirEvent(viewer, event));
  return may ? person : fail("forbidden", NOT_YOURS_TO_NAME);
}

const NOT_YOUR_EVENT = "Only the host of this event or an organizer may do this.";

declare const managerProof: unique symbol;
/** Proof of permission to change one event. Only {@link requireEventManager} makes one. */
export type EventManager = Person & { readonly [managerProof]: "may manage" };

export function requireEventManager(viewer: Viewer, event: HostedEvent): Result<EventManager> {
  const person = requirePerson(viewer);
  if (!person.ok) return person;
  return canManageEvent(viewer, event) ? ok(person.value as EventManager) : fail("forbidden", NOT_YOUR_EVENT);
}

declare const attendeeProof: unique symbol;
/** Proof of permission to read the attendee list of one event. Only {@link requireAttendeeReader} makes one. */
export type AttendeeReader = SignedIn & { readonly [attendeeProof]: "may read attendees" };

/** Admits people who may read chats, and the event's hosts. */
export function requireAttendeeReader(
  viewer: SignedIn,
  event: HostedEvent,
  free: FreeChatAccess,
): Result<AttendeeReader> {
  if (canManageEvent(viewer, event)) return ok(viewer as AttendeeReader);
  const reader = requireChatReader(viewer, free);
  return reader.ok ? ok(viewer as AttendeeReader) : reader;
}

/** Admits viewers of an event's court board: anyone who may read its attendee list, and people checked in. */
export function mayFollowCourts(viewer: SignedIn, event: HostedEvent, free: FreeChatAccess, isHere: boolean) {
  return isHere ? ok(viewer) : requireAttendeeReader(viewer, event, free);
}

const NOT_YOURS_TO_SPLIT = "Only the host of this event, an organizer or a treasurer may do this.";

declare const costProof: unique symbol;
/** Proof of permission to split what one event cost. Only {@link requireCostKeeper} makes one. */
export type CostKeeper = Person & { readonly [costProof]: "may split costs" };

/** Whether a viewer may see an event to split its cost. Treasurers see every published event. */
export function canSeeCosts(viewer: Viewer, event: Pick<EventFacts, "generalPublic" | "held" | keyof HostedEvent>) {
  return canSeeEvent(viewer, event) || (!event.held && mayDo(viewer, "change_money"));
}

/** Admits the host, co-hosts, organizers, event leads and treasurers. */
export function requireCostKeeper(viewer: Viewer, event: HostedEvent): Result<CostKeeper> {
  const person = requirePerson(viewer);
  if (!person.ok) return person;
  const may = canManageEvent(viewer, event) || mayDo(viewer, "change_money");
  return may ? ok(person.value as CostKeeper) : fail("forbidden", NOT_YOURS_TO_SPLIT);
}

const NOT_YOUR_DOOR = "Only the host of this event, its greeters and organizers may keep the door.";

declare const doorProof: unique symbol;
/** Proof of permission to mark attendance at one event. Only {@link requireDoorKeeper} makes one. */
export type DoorKeeper = Person & { readonly [doorProof]: "may keep the door" };

/** Admits the host, organizers and the event's greeters. */
export function requireDoorKeeper(viewer: Viewer, event: HostedEvent, isGreeter: boolean): Result<DoorKeeper> {
  const person = requireUnblocked(viewer);
  if (!person.ok) return person;
  return isGreeter || canManageEvent(viewer, event) ? ok(person.value as DoorKeeper) : fail("forbidden", NOT_YOUR_DOOR);
}

const NOT_IN_THREAD = "This chat is for people who are going, and the hosts.";

declare const threadProof: unique symbol;
/** Proof of permission to read and write the thread of one event. Only {@link requireThreadReader} makes one. */
export type ThreadReader = Person & { readonly [threadProof]: "may talk" };

/**
 * Admits people who are going, the hosts and organizers. Closed before publication, because no one can be going yet.
 */
export function requireThreadReader(
  viewer: Viewer,
  event: HostedEvent & Pick<EventFacts, "held">,
  isGoing: boolean,
): Result<ThreadReader> {
  const person = requirePerson(viewer);
  if (!person.ok) return person;
  const may = !event.held && (isGoing || canManageEvent(viewer, event));
  return may ? ok(person.value as ThreadReader) : fail("forbidden", NOT_IN_THREAD);
}

const NOT_YOUR_PHOTOS = "Only the hosts of the group and its organizers may change the photos of this event.";

declare const photoProof: unique symbol;
/** Proof of permission to manage the photos of one event. Only {@link requirePhotoKeeper} makes one. */
export type PhotoKeeper = Person & { readonly [photoProof]: "may keep photos" };

/** Admits the host, organizers, and anyone with a Host ID, because they may publish without review too. */
export function requirePhotoKeeper(viewer: Viewer, event: HostedEvent, hasHostId: boolean): Result<PhotoKeeper> {
  const person = requireUnblocked(viewer);
  if (!person.ok) return person;
  const may = hasHostId || canManageEvent(viewer, event);
  return may ? ok(person.value as PhotoKeeper) : fail("forbidden", NOT_YOUR_PHOTOS);
}

/** How the caller is connected to a photo or its event. */
type PhotoTies = {
  /** An organizer approved them. */
  readonly isApproved: boolean;
  /** Their RSVP was 'going' before the event began, and it has begun. */
  readonly wasThere: boolean;
  /** They uploaded the photo and added it to the event. */
  readonly isOwn: boolean;
  /** Another host's event shows it too. Anyone can create an event and add a picture they found. */
  readonly isElsewhere: boolean;
};

/** Whether a takedown request hides the photo before review. A newly made account alone does not qualify. */
export function hidesAtOnce(viewer: Viewer, event: HostedEvent, ties: PhotoTies): boolean {
  if (!requireUnblocked(viewer).ok) return false;
  const { isApproved, wasThere, isOwn, isElsewhere } = ties;
  const isTied = !isElsewhere && (wasThere || isOwn || isTheirEvent(viewer, event));
  return isTied || isApproved || isMember(viewer) || mayDo(viewer, "manage_events");
}
