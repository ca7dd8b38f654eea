import { expect, test } from "vitest";
import { restMap } from "#src/api/rest.ts";
import { describeRest } from "#src/api/openapi.ts";
import { createServer } from "#src/server/app.ts";
import { LiveHub } from "#src/server/live/hub.ts";
import { Metrics } from "#src/server/metrics/metrics.ts";
import { PageCache } from "#src/server/page-cache.ts";
import { type Description, describedCalls } from "#tests/attack/attack-calls.ts";
import { otherCalls } from "#tests/attack/other-calls.ts";
import { startTestSite } from "#tests/support/test-site.ts";

/** Paths that the attack reaches in ways of their own: GraphQL documents, live lines, and any address at all. */
const OTHERWISE = new Set(["/graphql", "/api/live", "/*", "*", "/api/*"]);

/** The addresses that a route answers: `:file{.+\\.ics}` is a parameter with a form of its own. */
function matcher(path: string): RegExp {
  const fixed = path.split(/:\w+(?:\{[^}]*\})?/).map((part) => RegExp.escape(part));
  return new RegExp(`^${fixed.join("[^/]+")}$`);
}

test("the attack run sends requests to every path that the server has a handler for", async () => {
  const site = await startTestSite({ METRICS_TOKEN: "a-token-of-enough-letters" });
  try {
    const server = createServer(site.app, {
      files: new Map(),
      cache: new PageCache({}),
      live: new LiveHub(site.app),
      metrics: new Metrics(),
      readMetrics: async () => "",
      pages: async () => new Response(""),
      whatIsDown: async () => [],
    });
    const description = describeRest(restMap) as unknown as Description;
    const calls = [...describedCalls(description, {}), ...otherCalls({})];
    // HEAD, OPTIONS and unknown methods are sent to any address.
    const sent = calls.map(({ name, method }) => ({
      method,
      path: name.replace(/^\S+ /, "").replaceAll(/\{\w+\}/g, "x"),
    }));
    const routes = server.routes.filter(({ path }) => !OTHERWISE.has(path));
    expect(routes.length).toBeGreaterThan(90);
    const missed = routes.filter(
      (route) => !sent.some(({ method, path }) => method === route.method && matcher(route.path).test(path)),
    );
    expect(missed.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  } finally {
    await site.close();
  }
});
