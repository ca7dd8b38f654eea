/** The same for replaced, ended and unknown addresses, to reveal nothing. */
export const CALENDAR_UNKNOWN = "There is no calendar at this address. Make a new address in your dashboard.";
