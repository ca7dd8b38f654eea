import { frame } from "#src/server/live/frames.ts";
import type { LiveStream } from "#src/server/live/live-stream.ts";

/** The door of one event and the phones that follow it in this process. It sends no data: each phone reads the list. */
export class DoorTopic {
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
