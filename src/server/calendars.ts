import type { Context, Hono } from "hono";
import type { App } from "#src/context/app.ts";
import {
  getEventCalendar,
  getPersonalCalendar,
  getPublicCalendar,
} from "#src/features/events/calendar/queries.server.ts";
import { countUse } from "#src/http/rate-limit.server.ts";
import { failureResponse } from "#src/http/respond.server.ts";
import { clientAddress, type Env } from "#src/server/middleware.ts";
import { ok, type Result } from "#src/shared/result.ts";

// Calendars ask again every hour or so, and a changed event should not wait long.
const KEPT_SECONDS = 300;

// A calendar service asks for all of its people from a few addresses, each about once an hour.
const PERSONAL_LIMIT = { name: "personal-calendar", max: 600, windowSeconds: 600 };

function answer(
  c: Context<Env>,
  calendar: Result<string>,
  fileName: string,
  keeping = `public, max-age=${KEPT_SECONDS}`,
): Response {
  if (!calendar.ok) return failureResponse(calendar.failure);
  return c.body(calendar.value, 200, {
    "content-type": "text/calendar; charset=utf-8",
    "content-disposition": `attachment; filename="${fileName}"`,
    "cache-control": keeping,
  });
}

/** Somebody's own calendar: the address is the key, so nobody keeps the answer and no search engine lists it. */
async function answerPersonal(c: Context<Env>, app: App): Promise<Response> {
  const allowed = await countUse(app, PERSONAL_LIMIT, clientAddress(app, c));
  if (!allowed.ok) return failureResponse(allowed.failure);
  const secret = (c.req.param("file") ?? "").replace(/\.ics$/, "");
  const response = answer(c, await getPersonalCalendar(app, secret), "my-events.ics", "private, no-store");
  response.headers.set("x-robots-tag", "noindex, nofollow");
  return response;
}

/** The calendar files: every public event in one to subscribe to, and each in one of its own; and the own calendars. */
export function addCalendars(server: Hono<Env>, app: App): void {
  server.get("/events.ics", async (c) => answer(c, ok(await getPublicCalendar(app)), "events.ics"));
  server.get("/calendar/:file{[^/]+\\.ics}", (c) => answerPersonal(c, app));
  server.get("/events/:file{.+\\.ics}", async (c) => {
    const id = c.req.param("file").replace(/\.ics$/, "");
    // What may not be in a header is not in the id of an event either.
    return answer(c, await getEventCalendar(app, id), `${id.replace(/[^\w-]/g, "")}.ics`);
  });
}
