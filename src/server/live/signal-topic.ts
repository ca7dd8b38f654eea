import { frame } from "#src/server/live/frames.ts";
import type { LiveStream } from "#src/server/live/live-stream.ts";

/** Readers in this process of one thing that is read as a whole. It sends no data: each reader asks for it again. */
export class SignalTopic {
  readonly #streams = new Set<LiveStream>();

  get isEmpty(): boolean {
    return this.#streams.size === 0;
  }

  hear(): void {
    for (const stream of this.#streams) stream.write(frame({ event: "changed", data: {} }));
  }

  join(stream: LiveStream): void {
    stream.write(frame({ event: "ready", data: {} }));
    this.#streams.add(stream);
  }

  leave(stream: LiveStream): void {
    this.#streams.delete(stream);
  }
}
