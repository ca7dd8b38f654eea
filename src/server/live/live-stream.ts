import type { ServerResponse } from "node:http";

/** Bytes that may be buffered for one reader. */
const MOST_WAITING = 64 * 1024;
/** Time to drain the buffer after the stream ended. */
const LAST_READ_MS = 10_000;

/** One open stream to one reader. A reader that falls behind is disconnected, so buffers stay bounded. */
export class LiveStream {
  readonly body: ReadableStream<Uint8Array>;
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  /** Node's response; undefined in process. */
  readonly #outgoing: ServerResponse | undefined;
  readonly #onOver: () => void;
  #isOver = false;

  constructor(outgoing: ServerResponse | undefined, onOver: () => void) {
    this.#outgoing = outgoing;
    this.#onOver = onOver;
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => void (this.#controller = controller),
        cancel: () => this.#over(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: MOST_WAITING }),
    );
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Bytes written but not yet read. */
  get #waiting(): number {
    return MOST_WAITING - (this.#controller.desiredSize ?? MOST_WAITING) + (this.#outgoing?.writableLength ?? 0);
  }

  write(bytes: Uint8Array): void {
    if (this.#isOver) return;
    if (this.#waiting > MOST_WAITING) this.#cut();
    else this.#controller.enqueue(bytes);
  }

  /** Ends the stream after the buffer has drained; with `atOnce` the buffer is dropped. */
  end({ atOnce = false } = {}): void {
    if (this.#isOver) return;
    if (atOnce && this.#waiting > 0) return this.#cut();
    this.#over();
    this.#controller.close();
    if (this.#outgoing) setTimeout(() => this.#outgoing?.destroy(), LAST_READ_MS).unref();
  }

  #cut(): void {
    this.#over();
    // Closing the connection cancels the stream; erroring it would be logged as our fault.
    if (this.#outgoing) this.#outgoing.destroy();
    else this.#controller.error(new Error("The reader was too slow."));
  }

  #over(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#onOver();
  }
}
