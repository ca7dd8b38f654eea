/** Lets a few do something heavy at once; a few more wait for their turn, and the rest are sent away. */
export class Gate {
  readonly #most: number;
  readonly #mostWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #inside = 0;

  constructor(most: number, mostWaiting: number) {
    this.#most = most;
    this.#mostWaiting = mostWaiting;
  }

  /** What `work` gives, when it was its turn; `null` at once when too many wait already. */
  async pass<T>(work: () => Promise<T>): Promise<T | null> {
    if (this.#inside >= this.#most) {
      if (this.#waiting.length >= this.#mostWaiting) return null;
      // Whoever leaves hands over their place, so nobody comes in between.
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
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
