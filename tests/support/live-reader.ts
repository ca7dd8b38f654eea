import { expect } from "vitest";

export type LiveEvent = {
  readonly event: string;
  readonly id: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- what a test listens to, it knows the shape of
  readonly data: any;
};

/** Reads the server-sent events of one answer, in order. */
export class LiveReader {
  readonly answer: Response;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  #text = "";
  /** Comments so far: heartbeats. */
  comments = 0;

  constructor(answer: Response) {
    if (!answer.body) throw new Error("There is nothing to read.");
    this.answer = answer;
    this.#reader = answer.body.getReader();
  }

  /** The next event; null when the stream has ended or broken. */
  async next(): Promise<LiveEvent | null> {
    for (;;) {
      const end = this.#text.indexOf("\n\n");
      if (end >= 0) {
        const block = this.#text.slice(0, end);
        this.#text = this.#text.slice(end + 2);
        if (!block.startsWith(":")) return parse(block);
        this.comments += 1;
        continue;
      }
      const { done, value } = await this.#reader.read().catch(() => ({ done: true, value: undefined }));
      if (done) return null;
      this.#text += this.#decoder.decode(value, { stream: true });
    }
  }

  /** The next `count` events. */
  async take(count: number): Promise<LiveEvent[]> {
    const events: LiveEvent[] = [];
    while (events.length < count) {
      const event = await this.next();
      if (!event) throw new Error(`The stream ended after ${events.length} of ${count} events.`);
      events.push(event);
    }
    return events;
  }

  /** Everything up to the end. */
  async rest(): Promise<LiveEvent[]> {
    const events: LiveEvent[] = [];
    for (let event = await this.next(); event; event = await this.next()) events.push(event);
    return events;
  }

  close(): Promise<void> {
    return this.#reader.cancel();
  }
}

function parse(block: string): LiveEvent {
  const fields = Object.fromEntries(
    block.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
  );
  return { event: fields["event"] ?? "message", id: fields["id"] ?? "", data: JSON.parse(fields["data"] ?? "null") };
}

/** Expects a line to be open and to begin with `ready`. */
export async function expectReady(answer: Response): Promise<LiveReader> {
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/event-stream; charset=utf-8"]);
  const reader = new LiveReader(answer);
  expect((await reader.next())?.event).toBe("ready");
  return reader;
}
