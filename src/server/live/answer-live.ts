import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { z } from "zod";
import type { App } from "#src/context/app.ts";
import { readViewer } from "#src/features/identity/queries.server.ts";
import { readQuery, validate } from "#src/http/read.server.ts";
import { failureResponse } from "#src/http/respond.server.ts";
import type { LiveHub, LiveVisit } from "#src/server/live/hub.ts";
import { clientAddress, type Env } from "#src/server/middleware.ts";
import { text } from "#src/shared/fields.ts";

const WHICH = "Say which: ?chat=, ?event=, ?thread=, ?door=, ?courts= or ?court-link=";
const subject = text(200).optional();
const querySchema = z
  .object({
    chat: subject,
    event: subject,
    thread: subject,
    door: subject,
    courts: subject,
    "court-link": subject,
  })
  .refine((asked) => Object.values(asked).filter((id) => id !== undefined).length === 1, { error: WHICH });
type Asked = z.infer<typeof querySchema>;

function open(hub: LiveHub, visit: LiveVisit, asked: Asked, since: number | undefined) {
  const { chat, event = "", thread, door, courts, "court-link": token } = asked;
  if (chat !== undefined) return hub.openChat(visit, chat, since);
  if (thread !== undefined) return hub.openThread(visit, thread, since);
  if (courts !== undefined) return hub.openCourts(visit, { eventId: courts });
  if (token !== undefined) return hub.openCourts(visit, { token });
  return door === undefined ? hub.openEvent(visit, event) : hub.openDoor(visit, door);
}

/** The last event that a reconnecting client received. */
function lastEventId(c: Context<Env>): number | undefined {
  const given = c.req.header("last-event-id") ?? "";
  return /^\d{1,9}$/.test(given) ? Number(given) : undefined;
}

/** GET /api/live: server-sent events until either side closes. */
export async function answerLive(app: App, hub: LiveHub, c: Context<Env>): Promise<Response> {
  // A HEAD request would open a stream that nobody reads.
  if (c.req.method !== "GET") return failureResponse({ code: "not_found", message: "No such call." });
  const authorization = c.req.header("authorization") ?? null;
  const askAgain = () => readViewer(app, authorization);
  // Before validation, as in every call: an invalid token is reported first.
  const viewer = await askAgain();
  if (!viewer.ok) return failureResponse(viewer.failure);
  const query = validate(querySchema, readQuery(new URL(c.req.url)), WHICH);
  if (!query.ok) return failureResponse(query.failure);
  const bindings = c.env as Partial<HttpBindings> | undefined;
  const visit: LiveVisit = {
    viewer: viewer.value,
    address: clientAddress(app, c),
    outgoing: bindings?.outgoing,
    askAgain,
  };
  const opened = await open(hub, visit, query.value, lastEventId(c));
  if (!opened.ok) return failureResponse(opened.failure);
  return new Response(opened.value.body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      // Buffering proxies would never forward this stream.
      "x-accel-buffering": "no",
      // The connection serves only this stream, so it closes with it.
      connection: "close",
    },
  });
}
