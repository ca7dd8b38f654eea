import { expect, test } from "vitest";
import { cacheRule } from "#src/server/cached-pages.ts";
import { SITE_MAP } from "#src/shared/site-map.ts";
import { PageCache } from "#src/server/page-cache.ts";

const html = (body: string, status = 200) => new Response(body, { status, headers: { "content-type": "text/html" } });

function listeningCache(): PageCache {
  const cache = new PageCache({});
  cache.setListening(true);
  return cache;
}

async function textOf(cache: PageCache, key: string): Promise<string | undefined> {
  const page = cache.kept(key);
  return page && new TextDecoder().decode(page.plain.body);
}

test("a hundred concurrent requests share one render", async () => {
  const cache = listeningCache();
  const gate = Promise.withResolvers<void>();
  let renders = 0;
  const ask = () =>
    cache.render("/events", ["events"], async () => {
      renders += 1;
      await gate.promise;
      return html("list");
    });
  const all = Array.from({ length: 100 }, ask);
  gate.resolve();
  await Promise.all(all);
  expect(renders).toBe(1);
  expect(await textOf(cache, "/events")).toBe("list");
});

test("a change invalidates the pages that show it, and no others", async () => {
  const cache = listeningCache();
  await cache.render("list", ["events"], async () => html("list"));
  await cache.render("one", ["event:a"], async () => html("a"));
  await cache.render("other", ["event:b"], async () => html("b"));
  await cache.render("legal", [], async () => html("terms"));
  cache.drop("event:a");
  expect(["list", "one", "other", "legal"].map((key) => cache.kept(key) !== undefined)).toEqual([
    false,
    false,
    true,
    true,
  ]);
  cache.drop("event:*");
  expect(["other", "legal"].map((key) => cache.kept(key) !== undefined)).toEqual([false, true]);
});

test("a vote invalidates its poll's page, but neither other events' pages nor the lists", async () => {
  const cache = listeningCache();
  for (const path of ["/events", "/events/a", "/events/b", "/join/a"]) {
    const tags = cacheRule(new URL(path, "http://site"))?.tags ?? [];
    await cache.render(path, tags, async () => html(path));
  }
  cache.drop("poll:a");
  expect(["/events", "/events/a", "/events/b", "/join/a"].filter((path) => !cache.kept(path))).toEqual(["/events/a"]);
});

test("a render in progress while its content changed is served but not cached, and later requests do not join it", async () => {
  const cache = listeningCache();
  const gate = Promise.withResolvers<void>();
  const early = cache.render("list", ["events"], async () => {
    await gate.promise;
    return html("old");
  });
  cache.drop("event:x");
  const late = cache.render("list", ["events"], async () => html("new"));
  gate.resolve();
  expect(new TextDecoder().decode((await early).plain.body)).toBe("old");
  expect(new TextDecoder().decode((await late).plain.body)).toBe("new");
  expect(await textOf(cache, "list")).toBe("new");
});

test("nothing is cached while the change log is disconnected", async () => {
  const cache = listeningCache();
  await cache.render("list", ["events"], async () => html("list"));
  cache.setListening(false);
  expect(cache.kept("list")).toBeUndefined();
  await cache.render("list", ["events"], async () => html("list"));
  expect(cache.kept("list")).toBeUndefined();
});

test("a failed render and a 404 are not cached", async () => {
  const cache = listeningCache();
  await expect(cache.render("list", ["events"], () => Promise.reject(new Error("database away")))).rejects.toThrow(
    "database away",
  );
  await cache.render("gone", ["event:gone"], async () => html("no", 404));
  const poor = async () => new Response("poor", { headers: { "cache-control": "no-store" } });
  expect((await cache.render("poor", ["events"], poor)).plain.head["cache-control"]).toBe("no-store");
  expect(cache.kept("poor")).toBeUndefined();
  expect(cache.kept("list")).toBeUndefined();
  expect(cache.kept("gone")).toBeUndefined();
  await cache.render("list", ["events"], async () => html("back"));
  expect(await textOf(cache, "list")).toBe("back");
});

test("the cache key omits parameters that the page does not read", () => {
  const rule = cacheRule(new URL("http://x.test/events?utm_source=a&chat=Dance&fbclid=1"));
  expect(rule?.url.search).toBe("?chat=Dance");
  expect(cacheRule(new URL("http://x.test/events/2026-11-28-dune-fire?x=1"))?.tags).toEqual([
    "event:2026-11-28-dune-fire",
    "poll:2026-11-28-dune-fire",
  ]);
  expect(cacheRule(new URL("http://x.test/events.data?_routes=root"))?.tags).toEqual(["events"]);
  expect(cacheRule(new URL("http://x.test/_.data"))?.tags).toEqual(["events"]);
  expect(cacheRule(new URL("http://x.test/never-heard-of"))).toBeNull();
});

test("every page is cached as the site map says; only pages with a secret URL are not", () => {
  const cached = (path: string) => cacheRule(new URL(path.replace(/:\w+/, "x"), "http://x.test"));
  for (const { paths, caching } of SITE_MAP) {
    for (const path of paths) {
      const rule = cached(path);
      expect([path, rule?.route ?? null]).toEqual([path, caching && path]);
      expect([path, rule?.tags]).toEqual([path, caching?.tags.map((tag) => tag.replace("*", "x"))]);
    }
  }
  const never = SITE_MAP.filter(({ caching }) => caching === null).flatMap(({ paths }) => paths);
  expect(never).toEqual([
    "/events/:eventId/edit",
    "/events/:eventId/door",
    "/events/:eventId/check-in",
    "/courts/:token",
    "/chats/:chatId",
    "/u/:token",
    "/setup",
    "*",
  ]);
  for (const path of ["/robots.txt", "/site.webmanifest", "/events.rss", "/sitemap.xml", "/sitemap-part.xml"])
    expect(cached(path)?.route).toBe(path);
  expect(cached("/events/create")?.tags).toEqual([]);
  // Spellings of one path do not fill the cache.
  expect(cached("/TERMS")).toBeNull();
});
