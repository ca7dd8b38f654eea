import { randomUUID } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context, MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import type { App } from "#src/context/app.ts";
import { countedAddress } from "#src/http/client.server.ts";
import { failureResponse } from "#src/http/respond.server.ts";
import type { ReadHeader } from "#src/server/forms.ts";
import type { Metrics } from "#src/server/metrics/metrics.ts";

export type Env = {
  Variables: {
    requestId: string;
    /** The response already has its complete headers. */
    hasWholeHead: true | undefined;
    /** The route pattern, where it differs from the handler's. */
    route: string | undefined;
  };
};

/** Secrets in paths, of links and of uploads, which must not reach the log. Pages match in any case. */
const SECRETS = /(?<=^\/(?:calendar|u|(?:api\/)?courts|api\/webhooks\/groupme)\/|\/up-)[^/]+/i;

/** Returns the path as it may appear in the log. */
export function pathForLog(path: string): string {
  return path.replace(SECRETS, "…");
}

type Answered = { readonly route: string; readonly status: number };

/** Answers a request within a span. */
export type RequestSpans = (
  request: { readonly requestId: string; readonly method: string },
  answer: () => Promise<Answered>,
) => Promise<void>;

// The id goes into log lines and SQL comments.
const REQUEST_ID = /^[\w-]{16,64}$/;

/** Returns the request id from a trusted proxy, or a new one. */
function requestIdOf(app: App, c: Context<Env>): string {
  const given = app.config.trustProxy > 0 ? (headerReader(c)("x-request-id") ?? "") : "";
  return REQUEST_ID.test(given) ? given : randomUUID();
}

/** Assigns a request id, measures the request, and logs one line: no query string, body or person. */
export function requestLog(app: App, metrics: Metrics, spans: RequestSpans | undefined): MiddlewareHandler<Env> {
  async function answer(c: Context<Env>, next: () => Promise<void>): Promise<Answered> {
    const started = performance.now();
    const requestId = c.get("requestId");
    metrics.began();
    await next();
    if (!c.get("hasWholeHead")) c.res.headers.set("x-request-id", requestId);
    const { method, path } = c.req;
    const { status } = c.res;
    const route = c.get("route") ?? routePath(c);
    const ms = performance.now() - started;
    metrics.answered(method, route, status, ms);
    app.log.info({ requestId, method, path: pathForLog(path), status, ms: Math.round(ms * 10) / 10 });
    return { route, status };
  }
  return async (c, next) => {
    const requestId = requestIdOf(app, c);
    c.set("requestId", requestId);
    if (spans) await spans({ requestId, method: c.req.method }, async () => answer(c, next));
    else await answer(c, next);
  };
}

// A page sets its own policy with its script hashes. Other responses need no sources.
const BARE_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Security headers of every response. */
export function strictHeaders({ publicUrl }: Pick<App, "publicUrl">): Readonly<Record<string, string>> {
  return {
    "content-security-policy": BARE_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cross-origin-opener-policy": "same-origin",
    "x-frame-options": "DENY",
    ...(publicUrl.startsWith("https:") && { "strict-transport-security": "max-age=31536000" }),
  };
}

/** Adds the security headers, unless the response was built with them. */
export function securityHeaders(app: App): MiddlewareHandler<Env> {
  const strict = Object.entries(strictHeaders(app));
  return async (c, next) => {
    await next();
    if (c.get("hasWholeHead")) return;
    const { headers } = c.res;
    for (const [name, value] of strict) if (!headers.has(name)) headers.set(name, value);
  };
}

/** Reads Node's parsed headers; the Request would parse them again. */
export function headerReader(c: Context<Env>): ReadHeader {
  const headers = incomingOf(c)?.headers;
  if (!headers) return (name) => c.req.header(name);
  return (name) => {
    const value = headers[name];
    return typeof value === "string" ? value : undefined;
  };
}

/** The path and query as the client sent them. */
export function targetOf(url: string): string {
  return url.slice(url.indexOf("/", "https://".length));
}

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** CSRF: rejects writes that a browser marks as cross-origin. Non-browser clients send neither header. */
export function sameOrigin(app: App): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (!SAFE_METHODS.has(c.req.method) && isCrossSite(app, c)) {
      return failureResponse({
        code: "forbidden",
        message: "This request came from another website, so it was not done.",
      });
    }
    return next();
  };
}

function isCrossSite(app: App, c: Context<Env>): boolean {
  const origin = c.req.header("origin");
  // A sibling subdomain counts as another site.
  if (origin === undefined) return /^(?:cross|same)-site$/.test(c.req.header("sec-fetch-site") ?? "");
  if (origin === new URL(app.publicUrl).origin) return false;
  // The site was reached by a name other than PUBLIC_URL (127.0.0.1, a local network name): compare with Host.
  return !URL.canParse(origin) || new URL(origin).host !== c.req.header("host");
}

/** The rate limit key of a client: its IP address, IPv6 by /64. */
export function clientAddress(app: App, c: Context<Env>): string {
  return countedAddress(rawAddress(app, c));
}

/** The client's IP address. Trusts as many X-Forwarded-For hops as TRUST_PROXY says. */
export function rawAddress(app: App, c: Context<Env>): string {
  const hops = app.config.trustProxy;
  if (hops > 0) {
    const forwarded = (c.req.header("x-forwarded-for") ?? "").split(",").map((part) => part.trim());
    const believed = forwarded.at(-hops);
    if (believed) return believed;
  }
  return socketAddress(c);
}

function socketAddress(c: Context<Env>): string {
  return (incomingOf(c) && getConnInfo(c).remote.address) ?? "in process";
}

/** Node's request; undefined when called in process by tests. */
function incomingOf(c: Context<Env>): HttpBindings["incoming"] | undefined {
  return (c.env as Partial<HttpBindings> | undefined)?.incoming;
}
