import type { Context } from "hono";
import type { App } from "#src/context/app.ts";
import { readViewer } from "#src/context/viewer.server.ts";
import type { Endpoint } from "#src/http/endpoint.server.ts";
import { countUse } from "#src/http/rate-limit.server.ts";
import { readJson, readQuery, validate } from "#src/http/read.server.ts";
import { failureResponse, resultResponse } from "#src/http/respond.server.ts";
import { clientAddress, type Env } from "#src/server/middleware.ts";
import { ok, type Result } from "#src/shared/result.ts";

const LOST = "Something went wrong on our side. Nothing you sent was half-done. Please try again.";
const DATABASE_AWAY = "The site cannot reach its records right now. Nothing was lost. Please try again in a minute.";

/** Runs one call of the API: limit, viewer, input, then the feature. Everything it refuses, it refuses in words. */
export async function answerCall(app: App, endpoint: Endpoint, c: Context<Env>): Promise<Response> {
  const input = await readInput(app, endpoint, c);
  if (!input.ok) return failureResponse(input.failure);
  const viewer = await readViewer(app, c.req.header("authorization") ?? null);
  if (!viewer.ok) return failureResponse(viewer.failure);
  return resultResponse(await endpoint.handle(app, viewer.value, input.value));
}

async function readInput(
  app: App,
  endpoint: Endpoint,
  c: Context<Env>,
): Promise<Result<{ query: never; body: never; params: never }>> {
  if (endpoint.rateLimit) {
    const allowed = await countUse(app, endpoint.rateLimit, clientAddress(app, c));
    if (!allowed.ok) return allowed;
  }
  const query = validate(endpoint.query, readQuery(new URL(c.req.url)), endpoint.invalidMessage);
  if (!query.ok) return query;
  let body: unknown;
  if (endpoint.body) {
    const read = await readJson(c.req.raw);
    const checked = read.ok ? validate(endpoint.body, read.value, endpoint.invalidMessage) : read;
    if (!checked.ok) return checked;
    body = checked.value;
  }
  // Checked just above: `endpoint()` ties these schemas to what `handle` takes.
  return ok({ query: query.value as never, body: body as never, params: c.req.param() as never });
}

// What PostgreSQL and its driver say when the database is away, full, or too busy to let us in.
const AWAY = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EPIPE",
  "57P01",
  "57P02",
  "57P03",
  "53100",
  "53300",
  "08006",
  "08001",
]);

function isDatabaseAway(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && AWAY.has(String(cause.code))) return true;
    if (/connection terminated|timeout exceeded when trying to connect|connection timeout/i.test(cause.message))
      return true;
  }
  return false;
}

/** What a surprise reads as: one calm sentence. The log line has the rest. */
export function answerError(app: App, error: Error, requestId: string): Response {
  app.log.error(
    { requestId, error: error.stack, cause: error.cause instanceof Error ? String(error.cause) : error.cause },
    "a request failed",
  );
  if (isDatabaseAway(error))
    return failureResponse({ code: "unavailable", message: DATABASE_AWAY, retryAfterSeconds: 30 });
  return Response.json({ error: "internal", message: LOST }, { status: 500, headers: { "cache-control": "no-store" } });
}
