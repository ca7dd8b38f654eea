export type SeenEvent = { readonly path: string; readonly title: string };

const EVENT_PATH = /^\/events\/\d{4}-\d{2}-\d{2}-[a-z0-9-]+$/;

/** The event pages that the service worker cached in this browser, most recent first. */
export async function listSeenEvents(): Promise<SeenEvent[]> {
  if (!("caches" in globalThis)) return [];
  const names = (await caches.keys()).filter((name) => name.startsWith("sandbar-pages-"));
  const kept = await Promise.all(
    names.map(async (name) => {
      const cache = await caches.open(name);
      return Promise.all((await cache.keys()).map(async (request) => ({ request, page: await cache.match(request) })));
    }),
  );
  const events = kept.flat().filter(({ request }) => EVENT_PATH.test(new URL(request.url).pathname));
  const seen = await Promise.all(
    events.map(async ({ request, page }) => {
      const title = new DOMParser().parseFromString((await page?.text()) ?? "", "text/html").title;
      return { path: new URL(request.url).pathname, title: title.split(" — ")[0] ?? title };
    }),
  );
  return seen.toReversed();
}
