/** Shorter than the idle timeout of servers and proxies: a waiting request's body is not read. */
const MOST_WAIT_MS = 50_000;

/** A bounded queue for heavy work: a few run at once, a few more wait for a while, the rest are rejected. */
export class Gate {
  readonly #most: number;
  readonly #mostWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #inside = 0;

  constructor(most: number, mostWaiting: number) {
    this.#most = most;
    this.#mostWaiting = mostWaiting;
  }

  /** Resolves to whether a slot became free in time. Slots pass directly to the next in line. */
  #waitForSlot(): Promise<boolean> {
    return new Promise((resolve) => {
      const enter = () => {
        clearTimeout(patience);
        resolve(true);
      };
      const patience = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        resolve(false);
      }, MOST_WAIT_MS);
      this.#waiting.push(enter);
    });
  }

  /** Whether nobody is inside or waiting. */
  get isEmpty(): boolean {
    return this.#inside === 0;
  }

  /** Runs `work` when a slot is free. Returns `null` if the queue is full, or after 50 seconds in it. */
  async pass<T>(work: () => Promise<T>): Promise<T | null> {
    if (this.#inside >= this.#most) {
      if (this.#waiting.length >= this.#mostWaiting || !(await this.#waitForSlot())) return null;
    } else this.#inside += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#inside -= 1;
    }
  }
}
