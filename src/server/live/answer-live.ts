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

const WHICH = "Say which: ?chat= or ?event=";
const querySchema = z
  .object({ chat: text(200).optional(), event: text(200).optional() })
  .refine(({ chat, event }) => (chat === undefined) !== (event === undefined), { error: WHICH });

/** The place up to which a client has everything, as it says when it comes back. */
function lastEventId(c: Context<Env>): number | undefined {
  const given = c.req.header("last-event-id") ?? "";
  return /^\d{1,9}$/.test(given) ? Number(given) : undefined;
}

/** GET /api/live: server-sent events, for as long as both sides are there. */
export async function answerLive(app: App, hub: LiveHub, c: Context<Env>): Promise<Response> {
  // A question for the head alone would open a line that nobody reads.
  if (c.req.method !== "GET") return failureResponse({ code: "not_found", message: "There is no such call." });
  const authorization = c.req.header("authorization") ?? null;
  const askAgain = () => readViewer(app, authorization);
  // Before the question, as for every call: whose token is refused is told that.
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
  const { chat, event = "" } = query.value;
  const opened =
    chat === undefined ? await hub.openEvent(visit, event) : await hub.openChat(visit, chat, lastEventId(c));
  if (!opened.ok) return failureResponse(opened.failure);
  return new Response(opened.value.body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      // Proxies that collect answers before they pass them on would never pass this one on.
      "x-accel-buffering": "no",
      // The line is for this alone: when it ends, nothing is left to wait for.
      connection: "close",
    },
  });
}
