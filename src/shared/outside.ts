/** The services that are not ours, by what they are to the site. */
type OutsideService = "identity" | "openid" | "chat" | "mail" | "pictures" | "payments";
/** Those for which people wait in so many places that one sentence is said in all of them. */
type AwaitedService = "identity" | "openid" | "chat";

const CALM: Readonly<Record<AwaitedService, string>> = {
  identity: "The sign-in service cannot be reached right now. Nothing was lost. Please try again in a minute.",
  openid: "That service cannot be reached right now. Please sign in another way, or try again in a minute.",
  chat: "The chat service cannot be reached right now. Nothing was lost. Please try again in a minute.",
};

/** A service gave no answer that can be used. Its `message` is for the log; people read `calm`. */
export class OutsideAway extends Error {
  override name = "OutsideAway";
  readonly service: AwaitedService;
  readonly retryAfterSeconds: number;

  constructor(
    service: AwaitedService,
    reason: string,
    { retryAfterSeconds = 30 }: { retryAfterSeconds?: number } = {},
  ) {
    super(`${service}: ${reason}`);
    this.service = service;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** The sentence shown to the user. */
  get calm(): string {
    return CALM[this.service];
  }
}

const isOutsideAway = (error: unknown): boolean => error instanceof OutsideAway;

/** What the last call to each service came to. Told by `/readyz`, so that who watches the site sees which one is away. */
export class OutsideHealth {
  readonly #away = new Map<OutsideService, Date>();
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** Runs a call, and notes whether the service answered: `isAway` knows an error that says it did not. */
  async watch<T>(service: OutsideService, call: () => Promise<T>, isAway = isOutsideAway): Promise<T> {
    try {
      const answer = await call();
      this.#away.delete(service);
      return answer;
    } catch (error) {
      if (!isAway(error)) this.#away.delete(service);
      else if (!this.#away.has(service)) this.#away.set(service, this.#now());
      throw error;
    }
  }

  /** The services that are away, and since when. */
  get away(): Partial<Record<OutsideService, string>> {
    return Object.fromEntries([...this.#away].map(([service, since]) => [service, since.toISOString()]));
  }
}

/** Characters that are kept of what a service says of a failure. */
const MOST_WORDS = 300;

/**
 * What a service, or a library on our side, says of a failure may repeat what was sent, and may be anything. This makes
 * words of it that can be kept and shown: without the secrets, also as they stand in an address or in base64; without
 * control characters, some of which no database takes; and not too many. Blank secrets are nothing.
 */
export function concealing(...secrets: readonly string[]): (said: string) => string {
  const forms = secrets
    .filter((secret) => secret !== "")
    .flatMap((secret) => [secret, encodeURIComponent(secret), Buffer.from(secret).toString("base64")])
    // The longest first: one may be a part of another.
    .toSorted((a, b) => b.length - a.length);
  return (said) =>
    forms
      .reduce((left, form) => left.replaceAll(form, "…"), said)
      .replace(/[\p{Cc}\s]+/gu, " ")
      .slice(0, MOST_WORDS);
}
