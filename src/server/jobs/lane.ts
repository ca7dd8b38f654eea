/** Runs one kind of work, one round at a time. Requests made during a round share the next round. */
export class Lane {
  readonly #work: () => Promise<unknown>;
  #round: Promise<unknown> | undefined;
  #next: Promise<unknown> | undefined;

  constructor(work: () => Promise<unknown>) {
    this.#work = work;
  }

  /** Resolves when a round that began after this call has finished. Rejects if that round fails. */
  run(): Promise<unknown> {
    if (!this.#round) return this.#begin();
    this.#next ??= this.#round.catch(() => undefined).then(() => this.#begin());
    return this.#next;
  }

  /** Resolves when idle. */
  async idle(): Promise<void> {
    while (this.#round) await (this.#next ?? this.#round).catch(() => undefined);
  }

  #begin(): Promise<unknown> {
    this.#next = undefined;
    const round = this.#work().finally(() => {
      if (this.#round === round) this.#round = undefined;
    });
    this.#round = round;
    return round;
  }
}
