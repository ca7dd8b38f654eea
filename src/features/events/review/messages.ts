export const HELD_GONE = "This event no longer exists. Please reload the list.";
export const HELD_CHANGED = "The host edited this event in the meantime. Please close it and review it again.";
export const REASON_REQUIRED = "Say why, so that the host knows what to change.";
export const publishedWords = (count: number) =>
  count === 1
    ? "The event is published, and its host is told."
    : `${count} events are published, and their host is told.`;
export const EVENT_REFUSED = "The event is not published. Its host gets your reason.";
/** A concurrent decision came first. */
export const decidedWords = (what: "published" | "refused", by: string | undefined) =>
  by === undefined
    ? `It was ${what} already. Please reload the list.`
    : `${by} ${what} it already. Please reload the list.`;
export const FAILED_TO_LOAD_HELD = "Failed to load the events that wait:";

export const LOOK_BELOW =
  "If the list shows it now, it was issued but can’t be shown again: revoke it before you issue another.";
export const LABEL_REQUIRED = "Give it a name you will recognize later.";
export const HOST_NOT_FOUND = "Nobody in the database has this email address.";
export const HOST_ID_NOT_FOUND = "This Host ID is not in the list.";
export const HOST_ID_REVOKED = "The Host ID is revoked.";
export const HOST_ID_ISSUED = "The Host ID is made. It is shown only now.";
export const FAILED_TO_LOAD_HOST_IDS = "Failed to load Host IDs:";
