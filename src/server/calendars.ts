import type { Context, Hono } from "hono";
import type { App } from "#src/context/app.ts";
import { getEventCalendar, getPublicCalendar } from "#src/features/events/calendar/queries.server.ts";
import { failureResponse } from "#src/http/respond.server.ts";
import type { Env } from "#src/server/middleware.ts";
import { ok, type Result } from "#src/shared/result.ts";

// Calendars ask again every hour or so, and a changed event should not wait long.
const KEPT_SECONDS = 300;

function answer(c: Context<Env>, calendar: Result<string>, fileName: string): Response {
  if (!calendar.ok) return failureResponse(calendar.failure);
  return c.body(calendar.value, 200, {
    "content-type": "text/calendar; charset=utf-8",
    "content-disposition": `attachment; filename="${fileName}"`,
    "cache-control": `public, max-age=${KEPT_SECONDS}`,
  });
}

/** The calendar files: every public event in one to subscribe to, and each in one of its own. */
export function addCalendars(server: Hono<Env>, app: App): void {
  server.get("/events.ics", async (c) => answer(c, ok(await getPublicCalendar(app)), "events.ics"));
  server.get("/events/:file{.+\\.ics}", async (c) => {
    const id = c.req.param("file").replace(/\.ics$/, "");
    // What may not be in a header is not in the id of an event either.
    return answer(c, await getEventCalendar(app, id), `${id.replace(/[^\w-]/g, "")}.ics`);
  });
}
