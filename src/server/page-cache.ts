import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { ContentTag } from "#src/server/cached-pages.ts";

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

// A page that is kept is compressed once and sent often; one that is not is compressed for one reader.
const KEPT_QUALITY = 9;
const PASSING_QUALITY = 4;
const MAX_BYTES = 64 * 1024 * 1024;

/** A rendered page in the forms that clients take. */
export type Page = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly plain: Uint8Array<ArrayBuffer>;
  readonly br: Uint8Array<ArrayBuffer>;
  readonly gzip: Uint8Array<ArrayBuffer>;
};

type Kept = { readonly page: Page; readonly tags: readonly ContentTag[]; readonly bytes: number };
type UnderWay = { readonly tags: readonly ContentTag[]; readonly page: Promise<Page>; isOld: boolean };

async function packPage(response: Response, quality: number): Promise<Page> {
  const plain = new Uint8Array(await response.arrayBuffer());
  const [br, gz] = await Promise.all([
    brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    gzipped(plain, { level: Math.min(quality, 6) }),
  ]);
  const headers = Object.fromEntries(response.headers);
  // A page that could not read all of what it shows says `no-store` itself.
  const mayBeKept = response.status === 200 && headers["cache-control"] !== "no-store";
  return {
    status: response.status,
    plain,
    br: new Uint8Array(br),
    gzip: new Uint8Array(gz),
    headers: {
      ...headers,
      vary: "accept-encoding",
      // Anyone may keep a page, and asks each time whether it still holds: a cancelled event is seen at once.
      "cache-control": mayBeKept ? "public, no-cache" : "no-store",
      etag: `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`,
    },
  };
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
  // Until the database tells us of changes, nothing may be kept.
  #isListening = false;

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

  kept(key: string): Page | undefined {
    const found = this.#kept.get(key);
    if (!found) return undefined;
    // The map's order is the order of use.
    this.#kept.delete(key);
    this.#kept.set(key, found);
    return found.page;
  }

  /** A page that nobody keeps. */
  async renderOnce(render: () => Promise<Response>): Promise<Page> {
    return packPage(await render(), PASSING_QUALITY);
  }

  /** The page, rendered now unless somebody's render of it is under way. Rejects when the render does. */
  render(key: string, tags: readonly ContentTag[], render: () => Promise<Response>): Promise<Page> {
    if (!this.#isListening) return this.renderOnce(render);
    const running = this.#underWay.get(key);
    if (running) return running.page;
    const page = render().then((response) =>
      packPage(response, response.status === 200 ? KEPT_QUALITY : PASSING_QUALITY),
    );
    const mine: UnderWay = { tags, page, isOld: false };
    this.#underWay.set(key, mine);
    page
      .then((done) => {
        if (!mine.isOld && done.headers["cache-control"] !== "no-store") this.#keep(key, { page: done, tags, bytes: sizeOf(done) });
      })
      // Whoever awaits the page hears of the failure; this is only the keeping.
      .catch(() => undefined)
      .finally(() => {
        if (this.#underWay.get(key) === mine) this.#underWay.delete(key);
      });
    return page;
  }

  #keep(key: string, kept: Kept): void {
    this.#forget(key);
    this.#kept.set(key, kept);
    this.#bytes += kept.bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= MAX_BYTES) break;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    this.#bytes -= this.#kept.get(key)?.bytes ?? 0;
    this.#kept.delete(key);
  }
}

function sizeOf({ plain, br, gzip: gz }: Page): number {
  return plain.byteLength + br.byteLength + gz.byteLength;
}

/** A page for a client: compressed as it takes it, or 304 when it has it already. */
export function pageResponse(page: Page, request: Headers): Response {
  const { etag } = page.headers;
  if (page.status === 200 && request.get("if-none-match") === etag) {
    return new Response(null, { status: 304, headers: page.headers });
  }
  const accepts = request.get("accept-encoding") ?? "";
  if (accepts.includes("br")) return encoded(page, page.br, "br");
  if (accepts.includes("gzip")) return encoded(page, page.gzip, "gzip");
  return new Response(page.plain, { status: page.status, headers: page.headers });
}

function encoded(page: Page, body: Uint8Array<ArrayBuffer>, encoding: string): Response {
  return new Response(body, { status: page.status, headers: { ...page.headers, "content-encoding": encoding } });
}
