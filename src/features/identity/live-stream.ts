import { getIdToken, subscribeToSession } from "#src/features/identity/session.ts";

// Server-sent events over `fetch`: the browser's own EventSource cannot send a token.

/** As in the browser's EventSource: data, event type, and the id from which a reconnecting reader continues. */
export type LiveEvent = { readonly event: string; readonly data: string; readonly id: string };

/** `open` while connected, `waiting` while (re)connecting, `refused` when the server rejects the reader for good. */
export type LiveState = "open" | "waiting" | "refused";

export type LiveStreamOptions = {
  path: string;
  /** Read at each attempt, because tokens are renewed; defaults to the stored id token. */
  token?: () => string | null;
  /** The last event already known, so that none is missed between reading and listening. */
  lastEventId?: string | undefined;
  onEvent: (event: LiveEvent) => void;
  onState?: (state: LiveState) => void;
};

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
/** The server sends something at least every 20 seconds, so a connection this silent is dead. */
const SILENCE_MS = 45_000;

/** Splits a stream of text into events. Returns a function that takes the next chunk. */
export function eventReader(onEvent: (event: LiveEvent) => void): (piece: string) => void {
  let rest = "";
  let kind = "";
  let data: string[] = [];
  let id = "";
  const field = (line: string) => {
    const [, name = "", value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === "event") kind = value;
    else if (name === "data") data.push(value);
    else if (name === "id") id = value;
    // A line that begins with a colon is a comment; other fields are unused.
  };
  return (piece) => {
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line !== "") {
        field(line);
        continue;
      }
      // An event without data is ignored.
      if (data.length > 0) onEvent({ event: kind || "message", data: data.join("\n"), id });
      kind = "";
      data = [];
    }
  };
}

/** The delay before the nth attempt in a row: exponential, with jitter. */
export function pauseBefore(attempt: number, random: () => number = Math.random): number {
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt);
  return longest / 2 + (random() * longest) / 2;
}

/** A different token would not help; a missing or expired one can be renewed, and a busy server may recover. */
function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status);
}

class LiveStream {
  readonly #options: LiveStreamOptions;
  #lastEventId: string;
  #attempt = 0;
  #line: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #state: LiveState | null = null;
  #isClosed = false;
  readonly #stopListening: () => void;

  constructor(options: LiveStreamOptions) {
    this.#options = options;
    this.#lastEventId = options.lastEventId ?? "";
    this.#stopListening = this.#listen();
    this.#restart();
  }

  close(): void {
    this.#isClosed = true;
    this.#stopListening();
    this.#hangUp();
  }

  /** Listens for signals to reconnect now or to give up. Returns an unsubscribe function. */
  #listen(): () => void {
    const restart = () => this.#restart();
    const pause = () => this.#pause();
    const look = () => (document.visibilityState === "visible" ? restart() : pause());
    window.addEventListener("online", restart);
    window.addEventListener("offline", pause);
    document.addEventListener("visibilitychange", look);
    const leaveSession = subscribeToSession(restart);
    return () => {
      window.removeEventListener("online", restart);
      window.removeEventListener("offline", pause);
      document.removeEventListener("visibilitychange", look);
      leaveSession();
    };
  }

  #tell(state: LiveState): void {
    if (this.#isClosed || this.#state === state) return;
    this.#state = state;
    this.#options.onState?.(state);
  }

  #hangUp(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#silence);
    this.#line?.abort();
    this.#line = null;
  }

  #pause(): void {
    this.#hangUp();
    this.#tell("waiting");
  }

  #restart(): void {
    if (this.#isClosed) return;
    this.#pause();
    this.#attempt = 0;
    if (document.visibilityState === "visible") void this.#connect();
  }

  #retry(): void {
    this.#pause();
    this.#timer = setTimeout(() => void this.#connect(), pauseBefore(this.#attempt));
    this.#attempt += 1;
  }

  async #connect(): Promise<void> {
    const line = new AbortController();
    this.#line = line;
    try {
      this.#expectSound();
      await this.#read(line.signal);
    } catch {
      // Closed, unreachable or silent: retry in every case.
    }
    // Another connection may have been opened meanwhile, or the reader refused.
    if (this.#line === line && this.#state !== "refused") this.#retry();
  }

  async #read(signal: AbortSignal): Promise<void> {
    const { path, token = getIdToken } = this.#options;
    const idToken = token();
    const response = await fetch(path, {
      headers: {
        accept: "text/event-stream",
        ...(idToken !== null && { authorization: `Bearer ${idToken}` }),
        ...(this.#lastEventId !== "" && { "last-event-id": this.#lastEventId }),
      },
      cache: "no-store",
      signal,
    });
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      if (!isFinal(response.status)) return;
      this.#hangUp();
      this.#tell("refused");
      return;
    }
    this.#tell("open");
    const take = eventReader((event) => {
      if (event.id !== "") this.#lastEventId = event.id;
      // The server responded: the next reconnect starts with a short delay again.
      this.#attempt = 0;
      this.#options.onEvent(event);
    });
    for await (const piece of pieces(response.body.pipeThrough(new TextDecoderStream()), signal)) {
      this.#expectSound();
      take(piece);
    }
  }

  #expectSound(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#line?.abort(), SILENCE_MS);
  }
}

// Not every browser can iterate over a stream yet.
async function* pieces(stream: ReadableStream<string>, signal: AbortSignal): AsyncGenerator<string> {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done || signal.aborted) return;
    yield value;
  }
}

/**
 * Listens until closed, through lost connections, sleep and renewed tokens; only in the browser, while the page is
 * visible.
 */
export function openLiveStream(options: LiveStreamOptions): { close: () => void } {
  return new LiveStream(options);
}
