import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import { serialize } from "hono/utils/cookie";
import type { App } from "#src/context/app.ts";
import { readViewer } from "#src/features/identity/queries.server.ts";
import { DEVICE_COOKIE, deviceName, networkOf } from "#src/http/client.server.ts";
import { type Endpoint, FileAnswer, WithCookies } from "#src/http/endpoint.server.ts";
import { countRequest } from "#src/http/rate-limit.server.ts";
import { readFile } from "#src/http/read-file.server.ts";
import { readJson, readQuery, validate } from "#src/http/read.server.ts";
import { failureResponse, fileResponse, resultResponse } from "#src/http/respond.server.ts";
import { describeSurprise, surpriseForLog } from "#src/http/surprise.server.ts";
import { clientAddress, type Env, rawAddress } from "#src/server/middleware.ts";
import { isCleanText } from "#src/shared/fields.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

const NOTHING_BY_THIS_ID = "There is nothing at this address.";

/** Runs one API call: rate limit, viewer, input, then the feature. Every rejection is a message for users. */
export async function answerCall(app: App, endpoint: Endpoint, c: Context<Env>): Promise<Response> {
  if (endpoint.rateLimit) {
    const allowed = await countRequest(app, endpoint.rateLimit, clientAddress(app, c));
    if (!allowed.ok) return failureResponse(allowed.failure);
  }
  // Before validation: an invalid token is reported first.
  const viewer = await readViewer(app, c.req.header("authorization") ?? null);
  if (!viewer.ok) return failureResponse(viewer.failure);
  const asked = readQuery(new URL(c.req.url));
  const admitted = endpoint.admit(viewer.value, app, asked);
  if (!admitted.ok) return failureResponse(admitted.failure);
  const input = await readInput(endpoint, c, asked);
  if (!input.ok) return failureResponse(input.failure);
  const cookie = (name: string) => getCookie(c, name);
  const result = await endpoint.handle(app, admitted.value as never, {
    ...input.value,
    cookie,
    client: {
      address: clientAddress(app, c),
      network: networkOf(rawAddress(app, c)),
      device: deviceName(c.req.header("user-agent") ?? ""),
      deviceToken: cookie(DEVICE_COOKIE),
    },
    readFile: (bound) => readFile(c.req.raw, bound),
  });
  if (result.ok && result.value instanceof FileAnswer) return fileResponse(result.value);
  if (!result.ok || !(result.value instanceof WithCookies)) return resultResponse(result, endpoint);
  const answer = resultResponse(ok<unknown>(result.value.value), endpoint);
  for (const { name, value, path, maxAgeSeconds, httpOnly } of result.value.cookies) {
    const secure = app.publicUrl.startsWith("https:");
    const maxAge = value === null ? 0 : maxAgeSeconds;
    answer.headers.append(
      "set-cookie",
      serialize(name, value ?? "", { path, maxAge, httpOnly, secure, sameSite: "Lax" }),
    );
  }
  return answer;
}

async function readInput(
  endpoint: Endpoint,
  c: Context<Env>,
  asked: Readonly<Record<string, string>>,
): Promise<Result<{ query: never; body: never; params: never }>> {
  const params: Record<string, string> = c.req.param();
  // PostgreSQL rejects NUL in text, so no id contains it.
  if (!Object.values(params).every(isCleanText)) return fail("not_found", NOTHING_BY_THIS_ID);
  const query = validate(endpoint.query, asked, endpoint.invalidMessage);
  if (!query.ok) return query;
  let body: unknown;
  if (endpoint.body) {
    const read = await readJson(c.req.raw, endpoint.maxBytes);
    const checked = read.ok ? validate(endpoint.body, read.value, endpoint.invalidMessage) : read;
    if (!checked.ok) return checked;
    body = checked.value;
  }
  // Validated above: `endpoint()` ties these schemas to the types of `handle`.
  return ok({ query: query.value as never, body: body as never, params: params as never });
}

/** What clients see of an unexpected error; the log line has the details. */
export function answerError(app: App, error: Error, requestId: string): Response {
  const { code, message, status, retryAfterSeconds } = describeSurprise(error);
  // A write conflict is not a server error.
  app.log[code === "conflict" ? "warn" : "error"]({ requestId, ...surpriseForLog(error) }, "a request failed");
  if (code === "unavailable")
    return failureResponse({ code, message, ...(retryAfterSeconds && { retryAfterSeconds }) });
  return Response.json({ error: code, message }, { status, headers: { "cache-control": "no-store" } });
}
