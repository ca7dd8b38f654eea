import type { App } from "#src/context/app.ts";
import { Coalesced } from "#src/server/live/coalesced.ts";
import { frame } from "#src/server/live/frames.ts";
import type { Result } from "#src/shared/result.ts";
import type { LiveStream } from "#src/server/live/live-stream.ts";

/** A reader's permission check. Readers with the same key share one check. */
export type Access = { readonly key: string; readonly ask: () => Promise<Result<unknown>> };

/**
 * This process's readers of something that is always read as a whole. Sends only a signal; each reader then refetches.
 * Permissions are checked first, because a change may revoke a link or remove a greeter.
 */
export class SignalTopic {
  readonly #readers = new Map<LiveStream, Access>();
  readonly #news: Coalesced;

  constructor(app: App) {
    this.#news = new Coalesced(app, () => this.#tell());
  }

  get isEmpty(): boolean {
    return this.#readers.size === 0;
  }

  hear(): void {
    this.#news.ask();
  }

  join(stream: LiveStream, access: Access): void {
    stream.write(frame({ event: "ready", data: {} }));
    this.#readers.set(stream, access);
  }

  leave(stream: LiveStream): void {
    this.#readers.delete(stream);
  }

  async #tell(): Promise<void> {
    const byKey = Map.groupBy(this.#readers, ([, { key }]) => key);
    for (const readers of byKey.values()) {
      const allowed = await readers[0]?.[1].ask();
      for (const [stream] of readers)
        if (allowed?.ok === true) stream.write(frame({ event: "changed", data: {} }));
        else stream.end({ atOnce: true });
    }
  }
}
