import { randomBytes } from "node:crypto";

const HOUR_MS = 3_600_000;
/** How long RSVPs have the same chance. */
const WINDOW_MS = 24 * HOUR_MS;
/** The latest draw before the start, so that people have time to come. */
const LATEST_MS = HOUR_MS;
/** Minimum time between creation and start, so that people can respond before the draw. */
const SHORTEST_MS = 3 * HOUR_MS;
const MINUTE_MS = 60_000;

/** The draw time of an event that opens now: after a day, or halfway to the start if that is sooner. */
function drawMoment(startsAt: Date, now: Date): Date {
  const window = Math.min(WINDOW_MS, Math.max(0, startsAt.getTime() - now.getTime()) / 2);
  return new Date(Math.floor((now.getTime() + window) / MINUTE_MS) * MINUTE_MS);
}

/** Whether an event that is created now leaves people time to answer before its draw. */
export function hasTimeForDraw(startsAt: Date, now: Date): boolean {
  return startsAt.getTime() - now.getTime() >= SHORTEST_MS;
}

export function newDraw(startsAt: Date, now: Date): { drawAt: Date; drawSeed: string } {
  return { drawAt: drawMoment(startsAt, now), drawSeed: randomBytes(16).toString("hex") };
}

/** A held event opens for RSVPs when it is published, so its draw moves. */
export function reopenedDraw(
  { drawAt, startsAt }: { drawAt: Date | null; startsAt: Date },
  now: Date,
): { drawAt: Date | null } {
  return { drawAt: drawAt === null ? null : drawMoment(startsAt, now) };
}

/** The draw time. At the latest an hour before the start, for an event that was moved to an earlier time. */
export function drawTime({ drawAt, startsAt }: { drawAt: Date; startsAt: Date }): Date {
  return new Date(Math.min(drawAt.getTime(), startsAt.getTime() - LATEST_MS));
}
