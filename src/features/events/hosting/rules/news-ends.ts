import { afterQuiet, isQuiet } from "#src/shared/quiet-hours.server.ts";

/** Minimum interval between mails about new guests. */
const NEWS_SPAN_MS = 3 * 3_600_000;

/** The end of a time's span. New guests of one span share a mail. The night is one span. */
export function newsEnds(moment: Date, timeZone: string): Date {
  if (isQuiet(moment, timeZone)) return afterQuiet(moment, timeZone);
  const ends = new Date((Math.floor(moment.getTime() / NEWS_SPAN_MS) + 1) * NEWS_SPAN_MS);
  return afterQuiet(ends, timeZone);
}
