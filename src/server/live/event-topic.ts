import type { App } from "#src/context/app.ts";
import { type EventNews, readEventNews } from "#src/features/events/queries.server.ts";
import { canSeeEvent } from "#src/policy/events.ts";
import type { Viewer } from "#src/policy/viewer.ts";
import { Coalesced } from "#src/server/live/coalesced.ts";
import { frame } from "#src/server/live/frames.ts";
import type { LiveStream } from "#src/server/live/live-stream.ts";

/** One event and its live readers in this process. */
export class EventTopic {
  readonly #app: App;
  readonly #eventId: string;
  readonly #viewers = new Map<LiveStream, Viewer>();
  readonly #news: Coalesced;

  constructor(app: App, eventId: string) {
    this.#app = app;
    this.#eventId = eventId;
    this.#news = new Coalesced(app, () => this.#tell());
  }

  get isEmpty(): boolean {
    return this.#viewers.size === 0;
  }

  /** The event or its poll changed: one database read serves all readers. */
  hear(): void {
    this.#news.ask();
  }

  join(stream: LiveStream, viewer: Viewer, news: EventNews): void {
    stream.write(frame({ event: "ready", data: this.#dataOf(news) }));
    this.#viewers.set(stream, viewer);
  }

  leave(stream: LiveStream): void {
    this.#viewers.delete(stream);
  }

  /** Includes the server's time, because the page may have been rendered a while ago. */
  #dataOf({ counts, version }: EventNews) {
    return { ...counts, version, now: this.#app.clock.now().toISOString() };
  }

  async #tell(): Promise<void> {
    if (this.isEmpty) return;
    const news = await readEventNews(this.#app, this.#eventId);
    const bytes = news && frame({ event: "changed", data: this.#dataOf(news) });
    for (const [stream, viewer] of this.#viewers) {
      // It may have been deleted or hidden.
      if (bytes && canSeeEvent(viewer, news.facts)) stream.write(bytes);
      else stream.end();
    }
  }
}
