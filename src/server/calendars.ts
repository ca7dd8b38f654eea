import type { Context, Hono } from "hono";
import type { App } from "#src/context/app.ts";
import {
  getEventCalendar,
  getPersonalCalendar,
  getPublicCalendar,
} from "#src/features/events/calendar/queries.server.ts";
import { readViewer } from "#src/features/identity/queries.server.ts";
import { countRequest } from "#src/http/rate-limit.server.ts";
import { failureResponse } from "#src/http/respond.server.ts";
import { signedInOf } from "#src/policy/viewer.ts";
import { clientAddress, type Env } from "#src/server/middleware.ts";
import { ok, type Result } from "#src/shared/result.ts";

// Calendar apps poll about once an hour, and a changed event should show soon.
const KEPT_SECONDS = 300;

// A calendar service polls for all its users from a few addresses, about hourly for each.
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

/** A personal calendar. The URL is a secret, so the response must not be cached or indexed. */
async function answerPersonal(c: Context<Env>, app: App): Promise<Response> {
  const allowed = await countRequest(app, PERSONAL_LIMIT, clientAddress(app, c));
  if (!allowed.ok) return failureResponse(allowed.failure);
  const secret = (c.req.param("file") ?? "").replace(/\.ics$/, "");
  const response = answer(c, await getPersonalCalendar(app, secret), "my-events.ics", "private, no-store");
  response.headers.set("x-robots-tag", "noindex, nofollow");
  return response;
}

/** An event's .ics file, with the details this viewer may see. */
async function answerEvent(c: Context<Env>, app: App): Promise<Response> {
  const viewer = await readViewer(app, c.req.header("authorization") ?? null);
  if (!viewer.ok) return failureResponse(viewer.failure);
  const id = (c.req.param("file") ?? "").replace(/\.ics$/, "");
  const keeping = signedInOf(viewer.value) ? "private, no-store" : undefined;
  // An event id contains no characters that are unsafe in a header.
  const name = `${id.replace(/[^\w-]/g, "")}.ics`;
  const response = answer(c, await getEventCalendar(app, viewer.value, id), name, keeping);
  response.headers.append("vary", "authorization");
  return response;
}

/** Calendar files: one feed with every public event, one file per event, and personal calendars. */
export function addCalendars(server: Hono<Env>, app: App): void {
  server.get("/events.ics", async (c) => answer(c, ok(await getPublicCalendar(app)), "events.ics"));
  server.get("/calendar/:file{[^/]+\\.ics}", (c) => answerPersonal(c, app));
  server.get("/events/:file{.+\\.ics}", (c) => answerEvent(c, app));
}
