// Remembers in this browser which places it asked for and which it has. A mailed link that is opened here needs no second
// press; one that a mail program opens by itself does. The event's page then knows the place of its link.

const keyOf = (eventId: string) => `sandbar:place-asked:${eventId}`;

export function rememberAsked(eventId: string): void {
  try {
    localStorage.setItem(keyOf(eventId), "1");
  } catch {
    // Without storage the link asks for one more press.
  }
}

/** Whether this browser asked for a place at the event; forgets it. */
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

/** Keeps the secret of the link to a place, for the event's page. */
export function keepPlaceLink(eventId: string, token: string): void {
  try {
    localStorage.setItem(linkKeyOf(eventId), token);
  } catch {
    // Without storage the mail is the only way back.
  }
}

/** The stored secret; null when this browser knows no place at the event. */
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
