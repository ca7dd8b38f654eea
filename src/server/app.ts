import { type Handler, Hono } from "hono";
import { describeRest } from "#src/api/openapi.ts";
import { restMap } from "#src/api/rest.ts";
import type { App } from "#src/context/app.ts";
import { failureResponse } from "#src/http/respond.server.ts";
import { addCalendars } from "#src/server/calendars.ts";
import { addGraphql } from "#src/server/graphql.ts";
import { addMapTiles } from "#src/server/map-tiles.ts";
import { answerLive } from "#src/server/live/answer-live.ts";
import type { LiveHub } from "#src/server/live/hub.ts";
import { addMetrics } from "#src/server/metrics/answer-metrics.ts";
import type { PageCache } from "#src/server/page-cache.ts";
import type { Metrics } from "#src/server/metrics/metrics.ts";
import { type Env, type RequestSpans, requestLog, sameOrigin, securityHeaders } from "#src/server/middleware.ts";
import { addDemonstrations } from "#src/server/demonstrations.ts";
import { addPictures } from "#src/server/pictures.ts";
import { answerCall, answerError } from "#src/server/rest.ts";
import { addSharePictures } from "#src/server/share-pictures/share-pictures.ts";
import { answerFile, type StaticFiles } from "#src/server/static-files.ts";
import { visitorAnswers } from "#src/server/visitor-answers.ts";
import { addPaymentWebhooks } from "#src/server/webhooks.ts";

/** Dependencies of the server besides the app itself. */
export type ServerParts = {
  readonly files: StaticFiles;
  /** The cache of pages that are the same for all visitors. */
  readonly cache: PageCache;
  /** Answers any path that is neither the API nor a file. */
  readonly pages: Handler<Env>;
  readonly live: LiveHub;
  /** Records every request. */
  readonly metrics: Metrics;
  /** Metrics of the whole site, across all processes. */
  readonly readMetrics: () => Promise<string>;
  /** Undefined without tracing. */
  readonly spans?: RequestSpans | undefined;
  /** Dependencies that are down now; empty while the site is healthy. */
  readonly whatIsDown: () => Promise<readonly string[]>;
};

/** The whole server, in the order in which a request passes through it. */
export function createServer(
  app: App,
  { files, cache, pages, live, metrics, readMetrics, spans, whatIsDown }: ServerParts,
): Hono<Env> {
  const server = new Hono<Env>();
  // Built on first use: describing every call takes time that startup should not wait for.
  let description: ReturnType<typeof describeRest> | undefined;

  server.use(requestLog(app, metrics, spans));
  server.use(securityHeaders(app));
  server.use(sameOrigin(app));

  server.get("/healthz", (c) => c.json({ status: "ok" }));
  server.get("/readyz", async (c) => {
    const down = await whatIsDown();
    if (down.length > 0) return c.json({ status: "not ready", down, away: app.outside.away }, 503);
    // An outside service that is down is reported but does not make the site unready.
    return c.json({ status: "ready", away: app.outside.away });
  });
  addMetrics(server, app, readMetrics);
  server.get("/openapi.json", (c) => c.json((description ??= describeRest(restMap))));
  server.get("/.well-known/jwks.json", async (c) => c.json(await app.idTokens.publicKeys()));

  for (const { method, path, endpoint } of restMap) {
    const answerVisitor = endpoint.shared && visitorAnswers(app, endpoint.shared, cache);
    server.on(method, path, (c) =>
      answerVisitor && c.req.header("authorization") === undefined ? answerVisitor(c) : answerCall(app, endpoint, c),
    );
  }
  addPaymentWebhooks(server, app);
  addDemonstrations(server, app);
  server.get("/api/live", (c) => answerLive(app, live, c));
  addGraphql(server, app);
  server.all("/api/*", () => failureResponse({ code: "not_found", message: "No such call." }));

  addCalendars(server, app);
  addSharePictures(server, app);
  addMapTiles(server, app);

  server.get("*", (c, next) => {
    const file = files.get(c.req.path);
    return file ? answerFile(file, c) : next();
  });
  addPictures(server, app);
  server.get("*", pages);
  server.all("*", () =>
    failureResponse({ code: "not_found", message: "Nothing at this address accepts this request." }),
  );

  server.onError((error, c) => {
    // Applies to every response below.
    c.set("hasWholeHead", undefined);
    return answerError(app, error, c.get("requestId"));
  });
  return server;
}
