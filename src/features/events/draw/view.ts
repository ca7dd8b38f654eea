import type { SocialEventRow } from "#src/db/tables/events.ts";
import { drawTime } from "#src/features/events/draw/rules.ts";
import type { DrawView } from "#src/features/events/draw/schema/draw.ts";
import { weekdayName } from "#src/shared/dates.ts";
import { wallTime, zonedClock } from "#src/shared/zones.server.ts";

type Drawn = Pick<SocialEventRow, "drawAt" | "drawnAt" | "startsAt" | "timeZone">;

/** The draw of an event's places; undefined for first come, first served. */
export function viewDraw({ drawAt, drawnAt, startsAt, timeZone }: Drawn): DrawView | undefined {
  if (drawAt === null) return undefined;
  const at = drawnAt ?? drawTime({ drawAt, startsAt });
  const wall = wallTime(at, timeZone);
  const time = `${weekdayName(wall.day)}, ${zonedClock(at, timeZone)}`;
  return { state: drawnAt === null ? "open" : "drawn", at: at.toISOString(), time };
}
