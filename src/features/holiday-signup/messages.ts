export const ENTRY_RECEIVED = "We received your entry... You are on the list for the Country Party.";
export const ENTRY_FAILED = "Your entry did not reach us. What you typed is still here: please send it again.";
/** Prefix of the message, so that organizers recognize it. */
export const PARTY_RSVP = "RSVP for the Country Party";
