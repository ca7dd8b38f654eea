import type { Viewer } from "#src/policy/viewer.ts";

type EventFacts = { readonly generalPublic: boolean; readonly membersOnlyLocation: boolean };

function isMember(viewer: Viewer): boolean {
  return viewer.kind === "member" || viewer.kind === "admin";
}

/** Which events a list may hold for this viewer, as data that queries turn into SQL. */
export function eventScope(viewer: Viewer): { readonly closeFriends: boolean } {
  return { closeFriends: isMember(viewer) };
}

/** An event for close friends exists only for members. */
export function canSeeEvent(viewer: Viewer, event: EventFacts): boolean {
  return event.generalPublic || isMember(viewer);
}

/** The place as the host wrote it; everyone else reads how to get it. */
export function canSeeLocation(viewer: Viewer, event: EventFacts): boolean {
  return !event.membersOnlyLocation || isMember(viewer);
}

/** The exact private place (a home address, a gate code). */
export function canSeePrivateLocation(viewer: Viewer): boolean {
  return isMember(viewer);
}
