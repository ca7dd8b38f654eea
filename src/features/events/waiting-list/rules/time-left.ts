import { isQuiet } from "#src/shared/quiet-hours.server.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Within this time before the start, people are asked before they get a seat. */
const ASK_HOURS = 24;
/** Within this time before the start, everyone on the list is notified, and the first to accept gets the seat. */
const FIRST_COME_HOURS = 3;
const OFFER_MINUTES = 30;

/** How a free seat is given to the waiting list. `quiet`: not before the morning. */
export type SeatMode = "automatic" | "offer" | "quiet" | "first_come";

/** How seats of an event are given out at a given time. */
export function seatMode(startsAt: Date, now: Date, timeZone: string): SeatMode {
  const left = startsAt.getTime() - now.getTime();
  if (left > ASK_HOURS * HOUR_MS) return "automatic";
  if (left <= FIRST_COME_HOURS * HOUR_MS) return "first_come";
  return isQuiet(now, timeZone) ? "quiet" : "offer";
}

/** The expiry of an offer made now. */
export function offerEnd(now: Date): Date {
  return new Date(now.getTime() + OFFER_MINUTES * MINUTE_MS);
}
