import type { App } from "#src/context/app.ts";
import { getFeed, getSitemap, getSitemapPart } from "#src/features/events/sharing/queries.server.ts";
import { listedPages } from "#src/features/site/queries.server.ts";
import { robotsText, webManifest } from "#src/features/site/rules.ts";
import { failureResponse } from "#src/http/respond.server.ts";
import { type Caching, lists, STEADY } from "#src/shared/site-map.ts";
import { ok, type Result } from "#src/shared/result.ts";

type Document = {
  readonly type: string;
  readonly caching: Caching;
  readonly write: (app: App, query: URLSearchParams) => Promise<Result<string>>;
};

const XML = "application/xml; charset=utf-8";

/** Machine-readable documents, by path. Cached and invalidated like pages. */
export const DOCUMENTS: Readonly<Record<string, Document>> = {
  "/robots.txt": {
    type: "text/plain; charset=utf-8",
    caching: STEADY,
    write: async (app) => ok(robotsText(app.publicUrl)),
  },
  "/site.webmanifest": {
    type: "application/manifest+json",
    caching: STEADY,
    write: async (app) => ok(JSON.stringify(webManifest(app.config.group))),
  },
  "/events.rss": {
    type: "application/rss+xml; charset=utf-8",
    caching: lists(),
    write: async (app) => ok(await getFeed(app)),
  },
  "/sitemap.xml": {
    type: XML,
    caching: lists(),
    write: async (app) => ok(await getSitemap(app, listedPages(app))),
  },
  "/sitemap-part.xml": {
    type: XML,
    caching: lists("after"),
    write: (app, query) => getSitemapPart(app, listedPages(app), query.get("after") ?? ""),
  },
};

/** Returns the document at a path; null if the path is not a document. */
export async function writeDocument(app: App, url: URL): Promise<Response | null> {
  const document = Object.hasOwn(DOCUMENTS, url.pathname) ? DOCUMENTS[url.pathname] : undefined;
  if (!document) return null;
  const text = await document.write(app, url.searchParams);
  return text.ok
    ? new Response(text.value, { headers: { "content-type": document.type } })
    : failureResponse(text.failure);
}
