import type { Context, Hono } from "hono";
import type { App } from "#src/context/app.ts";
import { getEventCard } from "#src/features/events/sharing/queries.server.ts";
import { eventPicturePath } from "#src/features/events/sharing/rules.ts";
import { siteCard, sitePicturePath } from "#src/features/site/rules.ts";
import { failureResponse } from "#src/http/respond.server.ts";
import { answerWith, type Forms, makeForms } from "#src/server/forms.ts";
import { type Env, headerReader, strictHeaders } from "#src/server/middleware.ts";
import { drawCard } from "#src/server/share-pictures/draw.ts";
import { cardVersion, type ShareCard } from "#src/shared/share-card.server.ts";

// About sixty pictures, more than are shared at one time.
const MAX_BYTES = 16 * 1024 * 1024;
// Beyond this queue length requests get 503, so drawing cannot dominate the server.
const MOST_WAITING = 40;
// The URL contains the content hash. Cached for a day only, because an event may stop being public.
const A_DAY = "public, max-age=86400";

/** Draws cards one at a time, shares concurrent requests, and caches the newest. */
class Drawer {
  readonly #strict: Readonly<Record<string, string>>;
  readonly #kept = new Map<string, Forms>();
  readonly #underWay = new Map<string, Promise<Forms>>();
  #bytes = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(strict: Readonly<Record<string, string>>) {
    this.#strict = strict;
  }

  /** Returns the picture of this card version; null if the queue is full. */
  picture(version: string, card: ShareCard): Promise<Forms> | Forms | null {
    const kept = this.#kept.get(version);
    if (kept) {
      // The map's order is the LRU order.
      this.#kept.delete(version);
      this.#kept.set(version, kept);
      return kept;
    }
    const running = this.#underWay.get(version);
    if (running) return running;
    if (this.#underWay.size >= MOST_WAITING) return null;
    const mine = this.#last.then(() => this.#draw(version, card)).finally(() => this.#underWay.delete(version));
    // Callers see the rejection; the queue continues.
    this.#last = mine.catch(() => undefined);
    this.#underWay.set(version, mine);
    return mine;
  }

  async #draw(version: string, card: ShareCard): Promise<Forms> {
    const head = { ...this.#strict, "content-type": "image/png", "cache-control": A_DAY };
    const forms = makeForms(200, head, { plain: await drawCard(card), br: null, gzip: null });
    this.#kept.set(version, forms);
    this.#bytes += forms.bytes;
    for (const [oldest, { bytes }] of this.#kept) {
      if (this.#bytes <= MAX_BYTES) break;
      this.#kept.delete(oldest);
      this.#bytes -= bytes;
    }
    return forms;
  }
}

/** Link preview images. An outdated content hash redirects to the current one. */
export function addSharePictures(server: Hono<Env>, app: App): void {
  const drawer = new Drawer(strictHeaders(app));
  const file = (c: Context<Env>) => (c.req.param("file") ?? "").replace(/\.png$/, "");

  async function answer(c: Context<Env>, card: ShareCard, pathOf: (version: string) => string): Promise<Response> {
    const version = cardVersion(card);
    if (file(c) !== version) {
      return c.body(null, 302, { location: pathOf(version), "cache-control": "no-cache" });
    }
    const picture = await drawer.picture(version, card);
    if (!picture) {
      return failureResponse({
        code: "unavailable",
        message: "The site is busy creating pictures. Please try again in a minute.",
        retryAfterSeconds: 60,
      });
    }
    c.set("hasWholeHead", true);
    return answerWith(picture, headerReader(c), c.get("requestId"));
  }

  server.get("/share/site/:file{[\\w-]+\\.png}", (c) => answer(c, siteCard(app.config.group), sitePicturePath));
  server.get("/share/events/:id/:file{[\\w-]+\\.png}", async (c) => {
    const id = c.req.param("id");
    const card = await getEventCard(app, id);
    return card.ok ? answer(c, card.value, (version) => eventPicturePath(id, version)) : failureResponse(card.failure);
  });
}
