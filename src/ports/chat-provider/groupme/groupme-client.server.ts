import { z } from "zod";
import { concealing, OutsideAway, type OutsideHealth } from "#src/shared/outside.ts";

// GroupMe documents no limit. Users report 429 above ten requests a second; none at eight.
const SPACING_MS = 125;
/** Timeout of one response, to its last byte. */
const CALL_MS = 5000;
/** Deadline of an interactive call, including its wait in the queue. */
const PATIENCE_MS = 8000;
/** Retry delays of background calls, with jitter so that processes spread out. */
const RETRY_MS = [1000, 2000];
const JITTER = 0.5;
/** Backoff when GroupMe asks for one without a duration. */
const BUSY_SECONDS = 60;
/** A page of a hundred messages is a tenth of this. */
const MAX_BODY_BYTES = 4_000_000;

export type GroupMeClientOptions = {
  readonly token: string;
  /** Without a trailing slash. */
  readonly url: string;
  readonly now: () => Date;
  readonly health: OutsideHealth;
  /** Overridden in tests. */
  readonly callMs?: number | undefined;
  readonly spacingMs?: number | undefined;
  readonly pause?: ((ms: number) => Promise<void>) | undefined;
};

/** A refusal by GroupMe: 401 and 403 concern the resource, not the token; 404 also means that we are not a member. */
export class GroupMeRefusal extends Error {
  override name = "GroupMeRefusal";
  readonly status: number;
  /** GroupMe's message; may be empty. */
  readonly words: string;

  constructor(status: number, words: string) {
    super(`GroupMe refused: ${status} ${words}`);
    this.status = status;
    this.words = words;
  }
}

// The status is HTTP's; `meta.code` has up to five digits. Any part may be missing.
const envelopeSchema = z.looseObject({
  response: z.unknown().optional(),
  meta: z
    .looseObject({ errors: z.array(z.string()).nullish().catch(null) })
    .nullish()
    .catch(null),
});

export type GroupMeCall = {
  readonly method?: "GET" | "POST" | "DELETE";
  /** The path below the base URL, with a leading slash. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  /** A background call: yields to interactive ones, and is retried if it only reads. */
  readonly isPatient?: boolean;
};

/** `response` is null for an empty body and for 304 (nothing new). */
export type GroupMeAnswer = { readonly status: number; readonly response: unknown };

type Waiting = { readonly isPatient: boolean; readonly go: () => void };

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** A GroupMe client for one token: serializes calls, limits their rate, and bounds each in time. */
export class GroupMeClient {
  readonly #options: GroupMeClientOptions;
  readonly #pause: (ms: number) => Promise<void>;
  readonly #conceal: (words: string) => string;
  readonly #waiting: Waiting[] = [];
  #isBusy = false;
  #lastStart = -Infinity;
  /** Backoff end requested by GroupMe. */
  #notBefore = 0;

  constructor(options: GroupMeClientOptions) {
    this.#options = options;
    this.#pause = options.pause ?? sleep;
    this.#conceal = concealing(options.token);
  }

  /** Throws {@link GroupMeRefusal}, or {@link OutsideAway} without a usable response. */
  async call(call: GroupMeCall): Promise<GroupMeAnswer> {
    const pauses = call.isPatient && (call.method ?? "GET") === "GET" ? RETRY_MS : [];
    for (const pause of pauses) {
      try {
        return await this.#once(call);
      } catch (error) {
        if (!(error instanceof OutsideAway) || this.#secondsToWait() > 0) throw error;
        await this.#pause(pause * (1 + JITTER * Math.random()));
      }
    }
    return this.#once(call);
  }

  #once(call: GroupMeCall): Promise<GroupMeAnswer> {
    const askedAt = performance.now();
    return this.#options.health.watch("chat", async () => {
      await this.#turn(call.isPatient ?? false);
      try {
        const wait = this.#secondsToWait();
        if (wait > 0) throw new OutsideAway("chat", "GroupMe asked us to wait", { retryAfterSeconds: wait });
        if (!call.isPatient && performance.now() - askedAt > PATIENCE_MS - this.#callMs)
          throw new OutsideAway("chat", "too many calls before this one");
        const spacing = (this.#options.spacingMs ?? SPACING_MS) - (performance.now() - this.#lastStart);
        if (spacing > 0) await this.#pause(spacing);
        this.#lastStart = performance.now();
        return await this.#send(call);
      } finally {
        this.#next();
      }
    });
  }

  get #callMs(): number {
    return this.#options.callMs ?? CALL_MS;
  }

  #secondsToWait(): number {
    return Math.max(0, Math.ceil((this.#notBefore - this.#options.now().getTime()) / 1000));
  }

  /** Resolves when it is this call's turn; interactive calls go first. */
  #turn(isPatient: boolean): Promise<void> {
    if (!this.#isBusy) {
      this.#isBusy = true;
      return Promise.resolve();
    }
    return new Promise((go) => {
      const place = isPatient ? -1 : this.#waiting.findIndex((other) => other.isPatient);
      if (place === -1) this.#waiting.push({ isPatient, go });
      else this.#waiting.splice(place, 0, { isPatient, go });
    });
  }

  #next(): void {
    const next = this.#waiting.shift();
    if (next) next.go();
    else this.#isBusy = false;
  }

  async #send({ method = "GET", path, query = {}, body }: GroupMeCall): Promise<GroupMeAnswer> {
    const url = new URL(this.#options.url + path);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
    let response: Response;
    let text: string;
    try {
      response = await fetch(url, {
        method,
        headers: {
          "x-access-token": this.#options.token,
          accept: "application/json",
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        redirect: "error",
        signal: AbortSignal.timeout(this.#callMs),
      });
      text = await readText(response);
    } catch (error) {
      const { cause } = error as Error;
      const words = `${String(error)}${cause instanceof Error ? ` (${cause.message})` : ""}`;
      throw new OutsideAway("chat", `no answer: ${this.#conceal(words)}`);
    }
    return this.#understand(response, text);
  }

  #understand({ status, headers }: Response, text: string): GroupMeAnswer {
    if (status === 304 || status === 204) return { status, response: null };
    if (status === 429 || status === 420) {
      const asked = Number(headers.get("retry-after"));
      const seconds = asked > 0 && asked < 3600 ? asked : BUSY_SECONDS;
      this.#notBefore = this.#options.now().getTime() + seconds * 1000;
      throw new OutsideAway("chat", "GroupMe is asked too often", { retryAfterSeconds: seconds });
    }
    if (status >= 500 || status < 200 || (status >= 300 && status < 400))
      throw new OutsideAway("chat", `status ${status}`);
    const envelope = readEnvelope(text);
    if (status >= 400) throw new GroupMeRefusal(status, this.#conceal((envelope?.meta?.errors ?? []).join("; ")));
    if (envelope === null) throw new OutsideAway("chat", `an answer that is no JSON (status ${status})`);
    const { response, meta: _meta, ...rest } = envelope;
    return { status, response: response === undefined ? rest : response };
  }
}

/** The body as text, up to a size limit. */
async function readText(response: Response): Promise<string> {
  if (!response.body) return "";
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = "";
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BODY_BYTES) throw new Error("an answer without end");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Parses the envelope; an empty body is an empty envelope, null is invalid. */
function readEnvelope(text: string): z.infer<typeof envelopeSchema> | null {
  if (text.trim() === "") return { response: null };
  try {
    return envelopeSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
