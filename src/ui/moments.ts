const DAY = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });
const MOMENT = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

/** `Nov 12, 2026`, where the reader is. */
export const dayWords = (iso: string): string => DAY.format(new Date(iso));

/** `Nov 12, 2026, 6:30 PM`, where the reader is. */
export const momentWords = (iso: string): string => MOMENT.format(new Date(iso));
