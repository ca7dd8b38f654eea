import { addDays } from "#src/shared/dates.ts";
import { instantOf, wallTime } from "#src/shared/zones.server.ts";

/** No notifications between these times, in the group's zone. */
const QUIET_FROM = "21:00";
const QUIET_UNTIL = "08:00";

export function isQuiet(now: Date, timeZone: string): boolean {
  const { time } = wallTime(now, timeZone);
  return time >= QUIET_FROM || time < QUIET_UNTIL;
}

/** The moment, or the end of the quiet hours it falls in. */
export function afterQuiet(now: Date, timeZone: string): Date {
  if (!isQuiet(now, timeZone)) return now;
  const { day, time } = wallTime(now, timeZone);
  return instantOf(time < QUIET_UNTIL ? day : addDays(day, 1), `${QUIET_UNTIL}:00`, timeZone);
}
