import type { App } from "#src/context/app.ts";
import type { Board } from "#src/features/events/decision/schema/board.ts";
import { listEventsBetween } from "#src/features/events/queries.server.ts";
import type { Admin } from "#src/policy/viewer.ts";
import type { Day } from "#src/shared/dates.ts";
import { dayInZone } from "#src/shared/zones.server.ts";

export function boardDay(app: App): Day {
  return dayInZone(app.clock.now(), app.config.group.timeZone);
}

/** Today's events, soonest first. */
export async function readBoard(app: App, admin: Admin): Promise<Board> {
  const day = boardDay(app);
  return { day, now: app.clock.now().toISOString(), socialEvents: await listEventsBetween(app, admin, day, day) };
}
