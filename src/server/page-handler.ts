import type { App } from "#src/context/app.ts";
import { cacheRule } from "#src/server/cached-pages.ts";
import { type PageCache, pageResponse } from "#src/server/page-cache.ts";
import type { RenderPage } from "#src/server/pages.ts";
import { dayInZone } from "#src/shared/zones.server.ts";

// Shown only when the renderer itself cannot be run: a page without anything that could fail too.
const BROKEN_PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Something went wrong</title><body style="font:1.1rem/1.6 system-ui;max-width:34rem;margin:15vh auto;padding:0 1.5rem">
<h1>Something went wrong on our side</h1><p>Nothing you sent was lost. Please try again in a minute.</p><p><a href="/events">See the events</a></p>`;

/** Answers a page: from the cache, or rendered now, always as a visitor sees it. */
export function pageHandler(app: App, render: RenderPage, cache: PageCache): (request: Request) => Promise<Response> {
  return async (request) => {
    const asked = new URL(request.url);
    const rule = cacheRule(asked);
    const { pathname, search } = rule?.url ?? asked;
    // Rendered at the public address, whatever name the request came by: a kept page must not depend on it.
    const url = new URL(pathname + search, app.publicUrl);
    try {
      if (!rule) return pageResponse(await cache.renderOnce(() => render(url)), request.headers);
      // Pages say 'Today', so yesterday's are no longer true.
      const key = `${dayInZone(app.clock.now(), app.config.group.timeZone)} ${pathname}${search}`;
      const page = cache.kept(key) ?? (await cache.render(key, rule.tags, () => render(url)));
      return pageResponse(page, request.headers);
    } catch (error) {
      app.log.error(
        { path: pathname, error: error instanceof Error ? error.stack : String(error) },
        "a page could not be rendered",
      );
      return new Response(BROKEN_PAGE, {
        status: 500,
        headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
      });
    }
  };
}
