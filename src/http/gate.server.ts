/** A bounded queue for heavy work: a few run at once, a few more wait, the rest are rejected. */
export class Gate {
  readonly #most: number;
  readonly #mostWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #inside = 0;

  constructor(most: number, mostWaiting: number) {
    this.#most = most;
    this.#mostWaiting = mostWaiting;
  }

  /** Runs `work` when a slot is free; returns `null` at once if the queue is full. */
  async pass<T>(work: () => Promise<T>): Promise<T | null> {
    if (this.#inside >= this.#most) {
      if (this.#waiting.length >= this.#mostWaiting) return null;
      // The slot passes directly to the next in line.
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
