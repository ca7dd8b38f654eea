import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { ContentTag } from "#src/shared/site-map.ts";
import { type Forms, makeForms } from "#src/server/forms.ts";

// Measured on a list of twenty events: Brotli quality 4 takes 0.25 ms; 9 takes forty times as long and saves 10 %. A
// 256 KB window holds any page; a larger one costs more to allocate than to use.
const BROTLI_QUALITY = 4;
const BROTLI_WINDOW = 18;
const GZIP_LEVEL = 4;
// About six hundred pages in three encodings, more than a group's popular pages.
const MAX_BYTES = 24 * 1024 * 1024;

type Kept = { readonly page: Forms; readonly tags: readonly ContentTag[] };
type UnderWay = { readonly tags: readonly ContentTag[]; readonly page: Promise<Forms>; isOld: boolean };

/** Whether a response is cacheable: a 200 without `no-store`, which loaders set when data was missing. */
function mayBeKept(page: Response): boolean {
  return page.status === 200 && page.headers.get("cache-control") !== "no-store";
}

// Proxies may cache a page for a second, because they do not learn of changes. nginx reads the first, RFC 9213 caches the second.
const SHARED = { "x-accel-expires": "1", "cdn-cache-control": "max-age=1" };

async function packPage(
  page: Response,
  strict: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = {},
): Promise<Forms> {
  const isKept = mayBeKept(page);
  const plain = new Uint8Array(await page.arrayBuffer());
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.byteLength,
  };
  // Synchronous: handing so little to a worker thread takes longer.
  const br = new Uint8Array(brotliCompressSync(plain, { params }));
  const head = {
    ...strict,
    ...Object.fromEntries(page.headers),
    // Browsers may store a page but revalidate it each time, so a canceled event shows at once.
    "cache-control": isKept ? "public, no-cache" : "no-store",
    ...(isKept && more),
  };
  return makeForms(page.status, head, {
    plain,
    br,
    // Rarely requested, so built on first use.
    gzip: () => new Uint8Array(gzipSync(plain, { level: GZIP_LEVEL })),
  });
}

function concerns(tags: readonly ContentTag[], changed: ContentTag): boolean {
  if (changed === "settings") return true;
  if (changed === "event:*") return tags.length > 0;
  return tags.includes(changed) || (changed.startsWith("event:") && tags.includes("events"));
}

/**
 * The cache of pages that are the same for everyone. Concurrent requests share one render. Changes invalidate affected
 * pages, including renders in progress.
 */
export class PageCache {
  readonly #kept = new Map<string, Kept>();
  readonly #underWay = new Map<string, UnderWay>();
  #bytes = 0;
  #hits = 0;
  #misses = 0;
  readonly #strict: Readonly<Record<string, string>>;
  // Nothing is cached until changes are read.
  #isListening = false;

  /** `strict` holds the security headers. */
  constructor(strict: Readonly<Record<string, string>>) {
    this.#strict = strict;
  }

  /** Called when the change log connects or disconnects. While disconnected, nothing is cached. */
  setListening(isListening: boolean): void {
    this.#isListening = isListening;
    this.#kept.clear();
    this.#bytes = 0;
    for (const render of this.#underWay.values()) render.isOld = true;
    this.#underWay.clear();
  }

  /** Drops every page that shows the changed content; `event:*` means all events. */
  drop(changed: ContentTag): void {
    for (const [key, { tags }] of this.#kept) if (concerns(tags, changed)) this.#forget(key);
    for (const [key, render] of this.#underWay) {
      if (!concerns(render.tags, changed)) continue;
      render.isOld = true;
      // Later requests must not join this render.
      this.#underWay.delete(key);
    }
  }

  kept(key: string): Forms | undefined {
    const found = this.#kept.get(key);
    if (!found) return undefined;
    this.#hits += 1;
    // The map's order is the LRU order.
    this.#kept.delete(key);
    this.#kept.set(key, found);
    return found.page;
  }

  /** A page that must not be cached. */
  async renderOnce(render: () => Promise<Response>): Promise<Forms> {
    return packPage(await render(), this.#strict);
  }

  /**
   * Returns the page, joining a render in progress. Rejects if the render fails. `isForProxies`: nginx may keep it for a
   * second, with or without a token.
   */
  render(
    key: string,
    tags: readonly ContentTag[],
    render: () => Promise<Response>,
    { isForProxies }: { readonly isForProxies: boolean } = { isForProxies: true },
  ): Promise<Forms> {
    this.#misses += 1;
    if (!this.#isListening) return this.renderOnce(render);
    const running = this.#underWay.get(key);
    if (running) return running.page;
    const page = render().then((response) => packPage(response, this.#strict, isForProxies ? SHARED : {}));
    const mine: UnderWay = { tags, page, isOld: false };
    this.#underWay.set(key, mine);
    page
      .then((done) => {
        if (!mine.isOld && done.plain.head["cache-control"] !== "no-store") this.#keep(key, { page: done, tags });
      })
      // Callers see the rejection; ignore it here.
      .catch(() => undefined)
      .finally(() => {
        if (this.#underWay.get(key) === mine) this.#underWay.delete(key);
      });
    return page;
  }

  /** Hits and misses since start, and the current size. */
  get counts(): { readonly hits: number; readonly misses: number; readonly pages: number; readonly bytes: number } {
    return { hits: this.#hits, misses: this.#misses, pages: this.#kept.size, bytes: this.#bytes };
  }

  #keep(key: string, kept: Kept): void {
    this.#forget(key);
    this.#kept.set(key, kept);
    this.#bytes += kept.page.bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= MAX_BYTES) break;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    this.#bytes -= this.#kept.get(key)?.page.bytes ?? 0;
    this.#kept.delete(key);
  }
}
