// Remembers this browser's requested and taken places. A mailed link opened in the requesting browser needs no second
// press; elsewhere it does, because mail programs open links by themselves. The event's page then shows the place.

const keyOf = (eventId: string) => `sandbar:place-asked:${eventId}`;

export function rememberAsked(eventId: string): void {
  try {
    localStorage.setItem(keyOf(eventId), "1");
  } catch {
    // Storage is blocked: the link needs one more press.
  }
}

/** Whether this browser requested a place at the event. Clears the note. */
export function takeAsked(eventId: string): boolean {
  try {
    const isAsked = localStorage.getItem(keyOf(eventId)) !== null;
    localStorage.removeItem(keyOf(eventId));
    return isAsked;
  } catch {
    return false;
  }
}

const linkKeyOf = (eventId: string) => `sandbar:place-link:${eventId}`;

/** Stores the secret of a place's link, for the event's page. */
export function keepPlaceLink(eventId: string, token: string): void {
  try {
    localStorage.setItem(linkKeyOf(eventId), token);
  } catch {
    // Storage is blocked: only the mail leads back to the place.
  }
}

/** The stored secret; null if this browser has no place at the event. */
export function keptPlaceLink(eventId: string): string | null {
  try {
    return localStorage.getItem(linkKeyOf(eventId));
  } catch {
    return null;
  }
}

export function forgetPlaceLink(eventId: string): void {
  try {
    localStorage.removeItem(linkKeyOf(eventId));
  } catch {
    // Storage is blocked: nothing is stored.
  }
}
