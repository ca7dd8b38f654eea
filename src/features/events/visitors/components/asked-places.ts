// Remembers in this browser which places it asked for. A mailed link that is opened here needs no second press; one that
// a mail program opens by itself does.

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
