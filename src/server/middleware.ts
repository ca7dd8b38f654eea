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
    /** The answer was made with its whole head: nothing is added to it. */
    hasWholeHead: true | undefined;
    /** The pattern of the address, where it is not that of the handler. */
    route: string | undefined;
  };
};

// These addresses are keys: who reads the log must not be able to use them.
const SECRET_PATHS = /^(\/(?:calendar|u|api\/webhooks\/groupme)\/)[^/]+/;

/** The path of a request as the log may show it. */
export function pathForLog(path: string): string {
  return path.replace(SECRET_PATHS, "$1…");
}

/** Gives each request an id, measures it, and writes one line of log when it is answered: no query, body or person. */
export function requestLog(app: App, metrics: Metrics): MiddlewareHandler<Env> {
  return async (c, next) => {
    const started = performance.now();
    const requestId = randomUUID();
    c.set("requestId", requestId);
    metrics.began();
    await next();
    if (!c.get("hasWholeHead")) c.res.headers.set("x-request-id", requestId);
    const { method, path } = c.req;
    const { status } = c.res;
    const ms = performance.now() - started;
    metrics.answered(method, c.get("route") ?? routePath(c), status, ms);
    app.log.info({ requestId, method, path: pathForLog(path), status, ms: Math.round(ms * 10) / 10 });
  };
}

// A page brings a policy of its own, with the hashes of its scripts. Anything else needs nothing at all.
const BARE_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** What every answer carries so that a browser treats it strictly. */
export function strictHeaders(app: App): Readonly<Record<string, string>> {
  return {
    "content-security-policy": BARE_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cross-origin-opener-policy": "same-origin",
    "x-frame-options": "DENY",
    ...(app.publicUrl.startsWith("https:") && { "strict-transport-security": "max-age=31536000" }),
  };
}

/** Adds what every answer carries, where the answer was not made with it. */
export function securityHeaders(app: App): MiddlewareHandler<Env> {
  const strict = Object.entries(strictHeaders(app));
  return async (c, next) => {
    await next();
    if (c.get("hasWholeHead")) return;
    const { headers } = c.res;
    for (const [name, value] of strict) if (!headers.has(name)) headers.set(name, value);
  };
}

/** Reads headers as Node has parsed them already; those of the Request would be made anew. */
export function headerReader(c: Context<Env>): ReadHeader {
  const headers = incomingOf(c)?.headers;
  if (!headers) return (name) => c.req.header(name);
  return (name) => {
    const value = headers[name];
    return typeof value === "string" ? value : undefined;
  };
}

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Refuses a write that a browser says comes from a page of another site. Programs send neither header. */
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
  // A page of another name under the same domain is another site too.
  if (origin === undefined) return /^(?:cross|same)-site$/.test(c.req.header("sec-fetch-site") ?? "");
  if (origin === new URL(app.publicUrl).origin) return false;
  // Reached under another name than the public one (127.0.0.1, a name in the local network): same host is same site.
  return !URL.canParse(origin) || new URL(origin).host !== c.req.header("host");
}

/** The address that a client's requests count by; IPv6 by its /64. */
export function clientAddress(app: App, c: Context<Env>): string {
  return countedAddress(rawAddress(app, c));
}

/** The client's whole address. A forwarded one is believed only from as many proxies as the settings say. */
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

/** Node's own request; undefined when called in process, as tests do. */
function incomingOf(c: Context<Env>): HttpBindings["incoming"] | undefined {
  return (c.env as Partial<HttpBindings> | undefined)?.incoming;
}
