import { isMember, type Person, requirePerson, type Viewer } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** What of an event decides who may see it. */
type EventFacts = {
  readonly generalPublic: boolean;
  readonly membersOnlyLocation: boolean;
  /** Waits for an organizer, who publishes or refuses it. */
  readonly held: boolean;
  readonly hostUserId: string | null;
};

/** Which published events a list may hold for this viewer, as data that queries turn into SQL. Held ones are in none. */
export function eventScope(viewer: Viewer): { readonly closeFriends: boolean } {
  return { closeFriends: isMember(viewer) };
}

/** A held event exists only for who made it and for organizers, one for close friends only for members and its maker. */
export function canSeeEvent(viewer: Viewer, event: Pick<EventFacts, "generalPublic" | "held" | "hostUserId">): boolean {
  if (canManageEvent(viewer, event)) return true;
  return !event.held && (event.generalPublic || isMember(viewer));
}

/** The place as the host wrote it; everyone else reads how to get it. */
export function canSeeLocation(viewer: Viewer, event: Pick<EventFacts, "membersOnlyLocation">): boolean {
  return !event.membersOnlyLocation || isMember(viewer);
}

/** The address of the group chat is often a link that lets in whoever has it: as private as the place. */
export function canSeeChatUrl(viewer: Viewer, event: Pick<EventFacts, "membersOnlyLocation" | "hostUserId">): boolean {
  return canSeeLocation(viewer, event) || canManageEvent(viewer, event);
}

/** The exact private place (a home address, a gate code). */
export function canSeePrivateLocation(viewer: Viewer): boolean {
  return isMember(viewer);
}

/**
 * Photos show who was there, and where: of an event that only members know of, or whose place only they read, they are
 * for members, and for its maker.
 */
export function canSeePhotos(
  viewer: Viewer,
  event: Pick<EventFacts, "generalPublic" | "membersOnlyLocation" | "hostUserId">,
): boolean {
  return (event.generalPublic && !event.membersOnlyLocation) || isMember(viewer) || canManageEvent(viewer, event);
}

/** Of which events a list of photos may hold those that are for members, as data that queries turn into SQL. */
export function photoScope(viewer: Viewer): { readonly membersPhotos: boolean } {
  return { membersPhotos: isMember(viewer) };
}

/** Whose event is published at once: an organizer's, and a host's who proved to be one. Any other is held. */
export function publishesAtOnce(viewer: Viewer, hasHostId: boolean): boolean {
  return viewer.kind === "admin" || hasHostId;
}

/**
 * Whose changes of an event guests read at once: those of organizers, members and hosts with a Host ID of their own. The
 * changes of any other host wait for an organizer. What is held anyway shows nothing to guests.
 */
export function changesAtOnce(viewer: Viewer, event: Pick<EventFacts, "held">, hasHostId: boolean): boolean {
  return event.held || isMember(viewer) || hasHostId;
}

/**
 * Whether a setting may always change at once: nobody is led to a wrong place, time, link or account by it. That holds
 * for a cancellation, which guests must hear of without delay. Any other setting waits, one that is added later too.
 */
export function misleadsNobody(setting: string, value: unknown): boolean {
  return setting === "spaces" || setting === "chat" || (setting === "status" && value !== "scheduled");
}

/** The host of this event, and admins, may change it. */
export function canManageEvent(viewer: Viewer, event: { readonly hostUserId: string | null }): boolean {
  if (viewer.kind === "admin") return true;
  return viewer.kind !== "visitor" && viewer.userId !== null && viewer.userId === event.hostUserId;
}

const NOT_YOUR_EVENT = "Only the host of this event or an organizer may do this.";

declare const managerProof: unique symbol;
/** Somebody who may change one event. Only {@link requireEventManager} makes one. */
export type EventManager = Person & { readonly [managerProof]: "may manage" };

export function requireEventManager(
  viewer: Viewer,
  event: { readonly hostUserId: string | null },
): Result<EventManager> {
  const person = requirePerson(viewer);
  if (!person.ok) return person;
  return canManageEvent(viewer, event) ? ok(person.value as EventManager) : fail("forbidden", NOT_YOUR_EVENT);
}

const NOT_YOUR_PHOTOS = "Only the hosts of the group and its organizers may change the photos of this event.";

declare const photoProof: unique symbol;
/** Somebody who may add, order, describe and delete the photos of one event. Only {@link requirePhotoKeeper} makes one. */
export type PhotoKeeper = Person & { readonly [photoProof]: "may keep photos" };

/** Its host, organizers, and every host who was given a Host ID: they are trusted to publish events of their own. */
export function requirePhotoKeeper(
  viewer: Viewer,
  event: { readonly hostUserId: string | null },
  hasHostId: boolean,
): Result<PhotoKeeper> {
  const person = requirePerson(viewer);
  if (!person.ok) return person;
  const may = hasHostId || canManageEvent(viewer, event);
  return may ? ok(person.value as PhotoKeeper) : fail("forbidden", NOT_YOUR_PHOTOS);
}

/** Whose request hides a photo at once: that of somebody whom the group knows by name. A stranger's waits. */
export function hidesAtOnce(viewer: Viewer): boolean {
  return requirePerson(viewer).ok;
}
