const DAY = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });
const MOMENT = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });
const FULL_MOMENT = new Intl.DateTimeFormat("en-US", { dateStyle: "full", timeStyle: "short" });

/** `Nov 12, 2026`, in the reader's time zone. */
export const dayWords = (iso: string): string => DAY.format(new Date(iso));

/** `Nov 12, 2026, 6:30 PM`, in the reader's time zone. */
export const momentWords = (iso: string): string => MOMENT.format(new Date(iso));

/** `Thursday, November 12, 2026 at 6:30 PM`, in the reader's time zone. */
export const fullMomentWords = (iso: string): string => FULL_MOMENT.format(new Date(iso));
