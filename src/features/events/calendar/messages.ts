/** The same for replaced, revoked and unknown URLs, to reveal nothing. */
export const CALENDAR_UNKNOWN = "This calendar address does not work. Make a new one in your dashboard.";
