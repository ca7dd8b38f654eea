import pg from "pg";
import type { Logger } from "pino";
import type { ContentTag } from "#src/server/cached-pages.ts";
import type { PageCache } from "#src/server/page-cache.ts";

const RETRY_MS = 500;

/**
 * Tells the page cache what changed in the database, whichever process or hand changed it. While the connection is
 * away the cache keeps nothing, so a page is never older than its content. Returns a function that ends it.
 */
export function listenForChanges(connectionString: string, cache: PageCache, log: Logger): () => Promise<void> {
  let client: pg.Client | undefined;
  let isOver = false;
  let retry: NodeJS.Timeout | undefined;

  function again(error: Error): void {
    cache.setListening(false);
    client = undefined;
    if (isOver) return;
    log.warn({ error: error.message }, "changes are not heard of; pages are rendered anew until they are");
    clearTimeout(retry);
    retry = setTimeout(start, RETRY_MS);
  }

  function start(): void {
    const fresh = new pg.Client({ connectionString, application_name: "sandbar changes", keepAlive: true });
    client = fresh;
    // An error and the end may both be told of one connection: only the first counts.
    const lost = (error: Error) => {
      if (client === fresh) again(error);
    };
    fresh.on("error", lost);
    fresh.on("end", () => lost(new Error("the connection ended")));
    fresh.on("notification", ({ payload }) => {
      if (payload) cache.drop(payload as ContentTag);
    });
    fresh
      .connect()
      .then(() => fresh.query("listen content_changed"))
      .then(() => cache.setListening(true))
      .catch(lost);
  }

  start();
  return async () => {
    isOver = true;
    clearTimeout(retry);
    await client?.end().catch(() => undefined);
  };
}
