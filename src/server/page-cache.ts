import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { ContentTag } from "#src/server/cached-pages.ts";
import { type Forms, makeForms } from "#src/server/forms.ts";

// Measured on a list of twenty events: quality 4 takes a quarter of a millisecond; 9 takes forty times as long and
// saves one byte in ten. A window of 256 KB holds any page; a larger one costs more to set aside than to use.
const BROTLI_QUALITY = 4;
const BROTLI_WINDOW = 18;
const GZIP_LEVEL = 4;
// Some six hundred pages in three forms each: more than a group has that anybody asks for twice.
const MAX_BYTES = 24 * 1024 * 1024;

type Kept = { readonly page: Forms; readonly tags: readonly ContentTag[] };
type UnderWay = { readonly tags: readonly ContentTag[]; readonly page: Promise<Forms>; isOld: boolean };

/** Whether the page may be kept: it was found, and could read all of what it shows (else it says `no-store` itself). */
function mayBeKept(page: Response): boolean {
  return page.status === 200 && page.headers.get("cache-control") !== "no-store";
}

async function packPage(page: Response, strict: Readonly<Record<string, string>>): Promise<Forms> {
  const isKept = mayBeKept(page);
  const plain = new Uint8Array(await page.arrayBuffer());
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.byteLength,
  };
  // Done here and now: handing so little to another thread would take longer.
  const br = new Uint8Array(brotliCompressSync(plain, { params }));
  const head = {
    ...strict,
    ...Object.fromEntries(page.headers),
    // Anyone may keep a page, and asks each time whether it still holds: a canceled event is seen at once.
    "cache-control": isKept ? "public, no-cache" : "no-store",
  };
  return makeForms(page.status, head, {
    plain,
    br,
    // Few ask for it: it is made for the first who does.
    gzip: () => new Uint8Array(gzipSync(plain, { level: GZIP_LEVEL })),
  });
}

function concerns(tags: readonly ContentTag[], changed: ContentTag): boolean {
  if (changed === "event:*") return tags.length > 0;
  return tags.includes(changed) || (changed.startsWith("event:") && tags.includes("events"));
}

/**
 * The rendered pages that are the same for everyone. A page is rendered once however many ask for it at the same
 * time, and dropped when what it shows changes; one that was under way while its content changed is not kept.
 */
export class PageCache {
  readonly #kept = new Map<string, Kept>();
  readonly #underWay = new Map<string, UnderWay>();
  #bytes = 0;
  #hits = 0;
  #misses = 0;
  readonly #strict: Readonly<Record<string, string>>;
  // Until the database tells us of changes, nothing may be kept.
  #isListening = false;

  /** `strict` is what every answer carries. */
  constructor(strict: Readonly<Record<string, string>>) {
    this.#strict = strict;
  }

  /** Whether changes are heard of. While they are not, every page is rendered anew. */
  setListening(isListening: boolean): void {
    this.#isListening = isListening;
    this.#kept.clear();
    this.#bytes = 0;
    for (const render of this.#underWay.values()) render.isOld = true;
    this.#underWay.clear();
  }

  /** Drops every page that shows what changed; `event:*` stands for all events. */
  drop(changed: ContentTag): void {
    for (const [key, { tags }] of this.#kept) if (concerns(tags, changed)) this.#forget(key);
    for (const [key, render] of this.#underWay) {
      if (!concerns(render.tags, changed)) continue;
      render.isOld = true;
      // Whoever asks from now on must not be given it.
      this.#underWay.delete(key);
    }
  }

  kept(key: string): Forms | undefined {
    const found = this.#kept.get(key);
    if (!found) return undefined;
    this.#hits += 1;
    // The map's order is the order of use.
    this.#kept.delete(key);
    this.#kept.set(key, found);
    return found.page;
  }

  /** A page that nobody keeps. */
  async renderOnce(render: () => Promise<Response>): Promise<Forms> {
    return packPage(await render(), this.#strict);
  }

  /** The page, rendered now unless somebody's render of it is under way. Rejects when the render does. */
  render(key: string, tags: readonly ContentTag[], render: () => Promise<Response>): Promise<Forms> {
    this.#misses += 1;
    if (!this.#isListening) return this.renderOnce(render);
    const running = this.#underWay.get(key);
    if (running) return running.page;
    const page = this.renderOnce(render);
    const mine: UnderWay = { tags, page, isOld: false };
    this.#underWay.set(key, mine);
    page
      .then((done) => {
        if (!mine.isOld && done.plain.head["cache-control"] !== "no-store") this.#keep(key, { page: done, tags });
      })
      // Whoever awaits the page hears of the failure; this is only the keeping.
      .catch(() => undefined)
      .finally(() => {
        if (this.#underWay.get(key) === mine) this.#underWay.delete(key);
      });
    return page;
  }

  /** How often a page was there and was not since the start, and what is kept now. */
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
