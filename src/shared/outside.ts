/** The outside services, by their role. */
type OutsideService = "identity" | "openid" | "chat" | "mail" | "pictures" | "payments" | "refunds";
/** The message of each service whose failure shows in many places. */
type AwaitedService = "identity" | "openid" | "chat";

const CALM: Readonly<Record<AwaitedService, string>> = {
  identity: "The sign-in service cannot be reached right now. Nothing was lost. Please try again in a minute.",
  openid: "That service cannot be reached right now. Please sign in another way, or try again in a minute.",
  chat: "The chat service cannot be reached right now. Nothing was lost. Please try again in a minute.",
};

/** A service gave no usable response. `message` is for the log; users read `calm`. */
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

/** Tracks the last outcome per service, for `/readyz`. */
export class OutsideHealth {
  readonly #away = new Map<OutsideService, Date>();
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** Runs a call and records the outcome: `isAway` recognizes errors that mean the service is down. */
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

  /** The services that are down, and since when. */
  get away(): Partial<Record<OutsideService, string>> {
    return Object.fromEntries([...this.#away].map(([service, since]) => [service, since.toISOString()]));
  }
}

/** Characters kept of a service's error message. */
const MOST_WORDS = 300;

/**
 * Sanitizes an error message of a service or library, which may echo the request: removes the secrets (also URL-encoded
 * and base64) and control characters, and truncates. Ignores blank secrets.
 */
export function concealing(...secrets: readonly string[]): (said: string) => string {
  const forms = secrets
    .filter((secret) => secret !== "")
    .flatMap((secret) => [secret, encodeURIComponent(secret), Buffer.from(secret).toString("base64")])
    // Longest first: one may contain another.
    .toSorted((a, b) => b.length - a.length);
  return (said) =>
    forms
      .reduce((left, form) => left.replaceAll(form, "…"), said)
      .replace(/[\p{Cc}\s]+/gu, " ")
      .slice(0, MOST_WORDS);
}
