import type { App } from "#src/context/app.ts";
import { listMessagesAfter } from "#src/features/chats/queries.server.ts";
import type { MessageView } from "#src/features/chats/schema.ts";
import { Coalesced } from "#src/server/live/coalesced.ts";
import { frame } from "#src/server/live/frames.ts";
import type { LiveStream } from "#src/server/live/live-stream.ts";

/** Missed messages to replay at most; a client that missed more reloads the chat. */
const MOST_MISSED = 100;
/** The minimum interval between reloads of a chat: the first change is sent at once, later ones together. */
const RELOAD_MS = 1000;

type Reader = {
  readonly stream: LiveStream;
  /** The last message that the reader has. */
  seq: number;
  /** Replaying missed messages; new ones wait until it is done. */
  isCatchingUp: boolean;
};

/** Messages as bytes, encoded once for all readers. */
class Batch {
  readonly #frames: readonly { readonly seq: number; readonly bytes: Uint8Array }[];
  readonly #whole: Uint8Array;
  readonly first: number;
  readonly last: number;

  constructor(messages: readonly MessageView[]) {
    this.#frames = messages.map((message) => ({
      seq: message.seq,
      bytes: frame({ event: "message", id: message.seq, data: message }),
    }));
    this.#whole = Buffer.concat(this.#frames.map(({ bytes }) => bytes));
    this.first = messages[0]?.seq ?? 0;
    this.last = messages.at(-1)?.seq ?? 0;
  }

  /** One chunk per burst: several small writes could look like a slow reader. */
  behind(seq: number): Uint8Array {
    if (seq < this.first) return this.#whole;
    return Buffer.concat(this.#frames.filter((each) => each.seq > seq).map(({ bytes }) => bytes));
  }
}

/** One chat and its live readers in this process. */
export class ChatTopic {
  readonly #app: App;
  readonly #chatId: string;
  readonly #readers = new Set<Reader>();
  /** Ends the streams of readers who lost access. */
  readonly #sift: () => Promise<void>;
  /** The last message sent to the readers. */
  #seq: number;
  readonly #news: Coalesced;
  #isResting = false;
  #isReloadOwed = false;

  constructor(app: App, chatId: string, seq: number, sift = () => Promise.resolve()) {
    this.#app = app;
    this.#sift = sift;
    this.#chatId = chatId;
    this.#seq = seq;
    this.#news = new Coalesced(app, () => this.#tell());
    // A message may arrive between reading `seq` and now.
    this.#news.ask();
  }

  get isEmpty(): boolean {
    return this.#readers.size === 0;
  }

  /** A message arrived, or readers may have lost their permission: one database read serves all readers. */
  hear(): void {
    this.#news.ask();
  }

  /** A message that readers already have was changed: tells them to reload the chat. */
  reload(): void {
    if (this.#isResting) {
      this.#isReloadOwed = true;
      return;
    }
    this.#isResting = true;
    setTimeout(() => {
      this.#isResting = false;
      if (this.#isReloadOwed) this.reload();
    }, RELOAD_MS).unref();
    this.#isReloadOwed = false;
    for (const { stream, seq } of this.#readers) stream.write(frame({ event: "reload", id: seq, data: {} }));
  }

  /** Adds a reader. `since` is the last message it has; `lastSeq` was the chat's last a moment ago. */
  join(stream: LiveStream, since: number | undefined, lastSeq: number): void {
    const isFarBehind = since !== undefined && (since > lastSeq || lastSeq - since > MOST_MISSED);
    const seq = isFarBehind ? lastSeq : (since ?? lastSeq);
    stream.write(frame({ event: "ready", id: seq, data: {} }));
    if (isFarBehind) stream.write(frame({ event: "reload", id: seq, data: {} }));
    const reader: Reader = { stream, seq, isCatchingUp: true };
    this.#readers.add(reader);
    void this.#catchUp(reader, lastSeq);
  }

  leave(stream: LiveStream): void {
    for (const reader of this.#readers) if (reader.stream === stream) this.#readers.delete(reader);
  }

  async #read(seq: number): Promise<Batch | null> {
    const messages = await listMessagesAfter(this.#app, null, { chatId: this.#chatId, seq, limit: MOST_MISSED });
    return messages.length === 0 ? null : new Batch(messages);
  }

  async #tell(): Promise<void> {
    await this.#sift();
    for (let batch = await this.#read(this.#seq); batch && !this.isEmpty; batch = await this.#read(this.#seq)) {
      this.#seq = batch.last;
      for (const reader of this.#readers) if (!reader.isCatchingUp) this.#give(reader, batch);
      if (batch.last - batch.first + 1 < MOST_MISSED) return;
    }
  }

  #give(reader: Reader, batch: Batch): void {
    if (reader.seq >= batch.last) return;
    reader.stream.write(batch.behind(reader.seq));
    reader.seq = batch.last;
  }

  async #catchUp(reader: Reader, lastSeq: number): Promise<void> {
    try {
      // Other readers may receive newer messages during this read.
      while (reader.seq < Math.max(lastSeq, this.#seq) && !reader.stream.isOver) {
        const batch = await this.#read(reader.seq);
        if (!batch) break;
        this.#give(reader, batch);
      }
      reader.isCatchingUp = false;
    } catch (error) {
      this.#app.log.warn({ error: String(error) }, "a reader could not be told what they missed");
      // Clients reconnect with their position.
      reader.stream.end();
    }
  }
}
