import { createHash, timingSafeEqual } from "node:crypto";
import type { Hono } from "hono";
import type { App } from "#src/context/app.ts";
import { failureResponse } from "#src/http/respond.server.ts";
import type { Env } from "#src/server/middleware.ts";

const hash = (text: string) => createHash("sha256").update(text).digest();

/** Adds /metrics, protected by the bearer token; without METRICS_TOKEN it returns 404. */
export function addMetrics(server: Hono<Env>, app: App, readMetrics: () => Promise<string>): void {
  const { metricsToken } = app.config;
  if (metricsToken === undefined) return;
  const expected = hash(`Bearer ${metricsToken}`);
  server.get("/metrics", async (c) => {
    // Compares hashes in constant time.
    if (!timingSafeEqual(hash(c.req.header("authorization") ?? ""), expected))
      return failureResponse({ code: "unauthenticated", message: "Not authenticated" });
    const headers = { "content-type": "text/plain; version=0.0.4; charset=utf-8", "cache-control": "no-store" };
    return new Response(await readMetrics(), { headers });
  });
}
