/** The part of a logger that is needed here. */
export type TellsHealth = { warn(message: string): void; info(message: string): void };

type Exporter = { export(items: never, done: (result: { code: number; error?: Error }) => void): void };

const SUCCESS = 0;

/** Says once that the collector is away, and once that it is back: a line for each attempt would be sent there too. */
export class CollectorHealth {
  #isAway = false;
  #tells: TellsHealth | undefined;

  tellTo(tells: TellsHealth): void {
    this.#tells = tells;
  }

  /** The same exporter, whose outcomes are heard. */
  watch<T extends Exporter>(exporter: T): T {
    const send = exporter.export.bind(exporter);
    exporter.export = (items, done) =>
      send(items, (result) => {
        this.#hear(result.code === SUCCESS);
        done(result);
      });
    return exporter;
  }

  #hear(isSent: boolean): void {
    if (isSent !== this.#isAway) return;
    this.#isAway = !isSent;
    if (isSent) this.#tells?.info("the telemetry collector takes what it is sent again");
    else this.#tells?.warn("the telemetry collector did not take what it was sent; what it misses is dropped");
  }
}
