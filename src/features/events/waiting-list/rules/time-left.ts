import { wallTime } from "#src/shared/zones.server.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Sooner than this before the start, people are asked before they get a seat. */
const ASK_HOURS = 24;
/** Sooner than this, everybody on the list is told, and the first to accept gets the seat. */
const FIRST_COME_HOURS = 3;
const OFFER_MINUTES = 30;

/** In the group's zone, no offers are made from the first to the second. */
const QUIET_FROM = "21:00";
const QUIET_UNTIL = "08:00";

/** How a free seat reaches those who wait. `quiet`: not before the morning. */
export type SeatMode = "automatic" | "offer" | "quiet" | "first_come";

function isQuiet(now: Date, timeZone: string): boolean {
  const { time } = wallTime(now, timeZone);
  return time >= QUIET_FROM || time < QUIET_UNTIL;
}

/** How seats of an event are given out at a moment. */
export function seatMode(startsAt: Date, now: Date, timeZone: string): SeatMode {
  const left = startsAt.getTime() - now.getTime();
  if (left > ASK_HOURS * HOUR_MS) return "automatic";
  if (left <= FIRST_COME_HOURS * HOUR_MS) return "first_come";
  return isQuiet(now, timeZone) ? "quiet" : "offer";
}

/** When an offer that is made now ends. */
export function offerEnd(now: Date): Date {
  return new Date(now.getTime() + OFFER_MINUTES * MINUTE_MS);
}
