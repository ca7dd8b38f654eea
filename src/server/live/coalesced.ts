import type { App } from "#src/context/app.ts";

const RETRY_MS = 1000;

/** Coalesces calls: runs once at a time, and once more if it was called meanwhile. Retries on failure. */
export class Coalesced {
  readonly #app: App;
  readonly #work: () => Promise<void>;
  #isRunning = false;
  #isWanted = false;

  constructor(app: App, work: () => Promise<void>) {
    this.#app = app;
    this.#work = work;
  }

  ask(): void {
    this.#isWanted = true;
    if (!this.#isRunning) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    try {
      while (this.#isWanted) {
        this.#isWanted = false;
        await this.#work();
      }
    } catch (error) {
      this.#app.log.warn({ error: String(error) }, "live updates wait: what is new could not be read");
      setTimeout(() => this.ask(), RETRY_MS).unref();
    } finally {
      this.#isRunning = false;
    }
  }
}
