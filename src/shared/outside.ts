/** The services that are not ours, by what they are to the site. */
export type OutsideService = "identity" | "chat";

const CALM: Readonly<Record<OutsideService, string>> = {
  identity: "The sign-in service cannot be reached right now. Nothing was lost. Please try again in a minute.",
  chat: "The chat service cannot be reached right now. Nothing was lost. Please try again in a minute.",
};

/** A service gave no answer that can be used. Its `message` is for the log; people read `calm`. */
export class OutsideAway extends Error {
  override name = "OutsideAway";
  readonly service: OutsideService;
  readonly retryAfterSeconds: number;

  constructor(
    service: OutsideService,
    reason: string,
    { retryAfterSeconds = 30 }: { retryAfterSeconds?: number } = {},
  ) {
    super(`${service}: ${reason}`);
    this.service = service;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** One sentence for whoever asked. */
  get calm(): string {
    return CALM[this.service];
  }
}

/** What the last call to each service came to. Told by `/readyz`, so that who watches the site sees which one is away. */
export class OutsideHealth {
  readonly #away = new Map<OutsideService, Date>();
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** Runs a call, and notes whether the service answered. */
  async watch<T>(service: OutsideService, call: () => Promise<T>): Promise<T> {
    try {
      const answer = await call();
      this.#away.delete(service);
      return answer;
    } catch (error) {
      if (error instanceof OutsideAway && !this.#away.has(service)) this.#away.set(service, this.#now());
      if (!(error instanceof OutsideAway)) this.#away.delete(service);
      throw error;
    }
  }

  /** The services that are away, and since when. */
  get away(): Partial<Record<OutsideService, string>> {
    return Object.fromEntries([...this.#away].map(([service, since]) => [service, since.toISOString()]));
  }
}
