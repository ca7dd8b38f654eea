/** Said of an address that was replaced, ended or never was: which one is nobody's business. */
export const CALENDAR_UNKNOWN = "There is no calendar at this address. Make a new address in your dashboard.";
