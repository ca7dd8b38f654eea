export const EVENT_CREATED = "Event Created Successfully";
/** For the browser's log; the screen shows {@link EVENT_NOT_CREATED} or the server's sentence. */
export const EVENT_CREATION_FAILED = "Failed to create event";
export const EVENT_NOT_CREATED = "Error creating event";
/** Shown above the field errors. */
export const EVENT_INCOMPLETE = "Some fields are missing or wrong. Check the marked ones.";
export const HOST_ID_UNKNOWN = "This Host ID was not recognized.";
export const SIGN_IN_TO_CREATE = "Sign in to create an event";

export const ID_REQUIRED = "Enter an event id. It becomes part of the event’s address.";
export const ID_FORM =
  "Use the date and a few words, like 2026-11-28-beach-bonfire: lowercase letters, digits and hyphens only.";
export const ID_OF_ANOTHER_DAY = "The id has to begin with the date of the event.";
export const DATE_REQUIRED = "Pick a date.";
export const DATE_FORM = "This is not a date. Write it like 2026-11-28, or November 28, 2026.";
export const DATE_PAST = "This date is in the past. Pick today or a later day.";
export const TIME_PAST = "At this time the event would already be over. Pick a later time.";
export const TIME_REQUIRED = "Pick a time.";
export const TIME_FORM = "This is not a time. Write it like 18:00, or 6:00 PM.";
export const TIME_STEPS = "Times go in steps of 15 minutes.";
export const LENGTH_REQUIRED = "Enter the length in hours.";
export const REAL_PLACE_REQUIRED = "Enter the full address. Only members see it.";
export const COST_REQUIRED = "Enter the cost, or 0 if it is free.";
export const WEEKS_FORM = "Say for how many weeks it repeats: a whole number from 1 to 26.";
export const PUBLIC_FORM = "Say whether it is public: true or false.";

/** `ids`: one id, or several of a weekly series. */
export function idsTaken(ids: readonly string[]): string {
  const [id = ""] = ids;
  if (ids.length === 1)
    return `There already is an event with the id ${id}. Nothing was changed: give this one another title or id.`;
  return `There already are events with the ids ${ids.join(", ")}. Nothing was made: give these another title or id.`;
}
