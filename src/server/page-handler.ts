import type { Context, Handler } from "hono";
import type { App } from "#src/context/app.ts";
import { describeSurprise, surpriseForLog } from "#src/http/surprise.server.ts";
import { cacheRule } from "#src/server/cached-pages.ts";
import type { ContentTag } from "#src/shared/site-map.ts";
import { writeDocument } from "#src/server/documents.ts";
import { answerWith } from "#src/server/forms.ts";
import { type Env, headerReader, pathForLog, strictHeaders, targetOf } from "#src/server/middleware.ts";
import type { PageCache } from "#src/server/page-cache.ts";
import { pageMoments } from "#src/server/page-moment.ts";
import type { RenderPage } from "#src/server/pages.ts";

// Fallback for a renderer that cannot run: static HTML without dependencies.
const brokenPage = (
  words: string,
) => `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Something went wrong</title><body style="font:1.1rem/1.6 system-ui;max-width:34rem;margin:15vh auto;padding:0 1.5rem">
<h1>This page did not load</h1><p>${words}</p><p><a href="/events">See the events</a></p>`;
const BROKEN_HEAD = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
};

/** A parsed URL: cache key, content tags, route pattern. */
type Asked = { readonly address: string; readonly tags: readonly ContentTag[] | null; readonly route: string };

const NOTHING_BUT_SLASHES = /^\/{2,}(?:\?|$)/;

// Parsing a URL costs as much as serving it, so the last few thousand are memoized.
const MOST_REMEMBERED = 5_000;

function understand(target: string, app: App): Asked {
  const url = addressAt(app, target);
  const rule = cacheRule(url);
  const { pathname, search } = rule?.url ?? url;
  return { address: pathname + search, tags: rule?.tags ?? null, route: rule?.route ?? "other page" };
}

/** Joins a path and query to the public origin. As text: resolving `//x` would yield another host. */
function addressAt(app: App, target: string): URL {
  return new URL(new URL(app.publicUrl).origin + target);
}

/** Serves a page from the cache, or renders it as a visitor sees it. */
export function pageHandler(app: App, render: RenderPage, cache: PageCache): Handler<Env> {
  const remembered = new Map<string, Asked>();
  const momentNow = pageMoments(app);

  function ask(target: string): Asked {
    let asked = remembered.get(target);
    if (!asked) {
      if (remembered.size >= MOST_REMEMBERED) remembered.clear();
      asked = understand(target, app);
      remembered.set(target, asked);
    }
    return asked;
  }

  async function renderNow(c: Context<Env>, { address, tags }: Asked, key: string): Promise<Response> {
    // Rendered at PUBLIC_URL, whatever Host was requested: a cached page must not depend on it.
    const url = addressAt(app, address);
    const write = async () => (await writeDocument(app, url)) ?? render(url);
    try {
      const page = await (tags ? cache.render(key, tags, write) : cache.renderOnce(write));
      return answerWith(page, headerReader(c), c.get("requestId"));
    } catch (error) {
      const requestId = c.get("requestId");
      const path = pathForLog(url.pathname);
      app.log.error({ requestId, path, ...surpriseForLog(error) }, "a page could not be rendered");
      const { message, status, retryAfterSeconds } = describeSurprise(error);
      const retry = retryAfterSeconds && { "retry-after": String(retryAfterSeconds) };
      const headers = { ...strictHeaders(app), ...BROKEN_HEAD, "x-request-id": requestId, ...retry };
      return new Response(brokenPage(message), { status, headers });
    }
  }

  return (c) => {
    const target = targetOf(c.req.url);
    // The router would render the home page, whose links the browser cannot resolve against `//`.
    if (NOTHING_BUT_SLASHES.test(target)) return c.redirect("/", 308);
    c.set("hasWholeHead", true);
    const asked = ask(target);
    c.set("route", asked.route);
    // Pages say "Today", so the cache expires at midnight; pages with events also show which are over.
    const { day, step } = momentNow();
    const key = `${day} ${asked.tags?.length ? step : ""} ${asked.address}`;
    const kept = cache.kept(key);
    return kept ? answerWith(kept, headerReader(c), c.get("requestId")) : renderNow(c, asked, key);
  };
}
