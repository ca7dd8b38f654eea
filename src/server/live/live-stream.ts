import type { ServerResponse } from "node:http";

/** Bytes that may wait for a reader. */
const MOST_WAITING = 64 * 1024;
/** How long somebody may take to read what was left when their stream ended. */
const LAST_READ_MS = 10_000;

/** One open line to one reader. Whoever does not read is cut off, so that nothing piles up and nobody waits for them. */
export class LiveStream {
  readonly body: ReadableStream<Uint8Array>;
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  /** Node's side of the line; in process there is none. */
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

  /** Bytes that were written and not taken yet. */
  get #waiting(): number {
    return MOST_WAITING - (this.#controller.desiredSize ?? MOST_WAITING) + (this.#outgoing?.writableLength ?? 0);
  }

  write(bytes: Uint8Array): void {
    if (this.#isOver) return;
    if (this.#waiting > MOST_WAITING) this.#cut();
    else this.#controller.enqueue(bytes);
  }

  /** Ends the stream when what waits has been read; a reader who is told `atOnce` does not get the rest. */
  end({ atOnce = false } = {}): void {
    if (this.#isOver) return;
    if (atOnce && this.#waiting > 0) return this.#cut();
    this.#over();
    this.#controller.close();
    if (this.#outgoing) setTimeout(() => this.#outgoing?.destroy(), LAST_READ_MS).unref();
  }

  #cut(): void {
    this.#over();
    // Ending the line cancels the stream; an error of the stream would be reported as one of ours.
    if (this.#outgoing) this.#outgoing.destroy();
    else this.#controller.error(new Error("The reader was too slow."));
  }

  #over(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#onOver();
  }
}
