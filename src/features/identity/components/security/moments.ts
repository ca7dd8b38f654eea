const MOMENT = new Intl.DateTimeFormat("en-US", { dateStyle: "full", timeStyle: "short" });

/** `Thursday, November 12, 2026 at 6:30 PM`, in the reader's time zone. */
export const momentWords = (iso: string): string => MOMENT.format(new Date(iso));
