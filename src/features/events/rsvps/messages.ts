export const ANSWER_UNKNOWN = "Answer going, maybe or not_going.";
export const EVENT_OVER = "This event has started: RSVPs are closed.";
export const EVENT_HELD = "This event is waiting for an organizer. RSVPs open once it is published.";
export const EVENT_CANCELLED = "This event is canceled: RSVPs are closed.";
export const EVENT_POSTPONED = "This event is postponed. You can RSVP again when it has a new date.";
export const NOTHING_TO_WITHDRAW = "You haven’t RSVPed to this event, so there is nothing to take back.";
export const BAD_ATTENDEE_CURSOR = "This page of names cannot be found. Please start again from the first page.";
/** Shown for people without a name. */
export const NAMELESS = "Someone";
export const GUESTS_FORM = "Bring 0 to 3 guests.";
