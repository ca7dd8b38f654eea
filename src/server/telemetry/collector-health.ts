/** The part of a logger that this module uses. */
export type TellsHealth = { warn(message: string): void; info(message: string): void };

type Exporter = { export(items: never, done: (result: { code: number; error?: Error }) => void): void };

const SUCCESS = 0;

/**
 * Logs once when the collector becomes unreachable and once when it recovers. A line per attempt would itself be
 * exported.
 */
export class CollectorHealth {
  #isAway = false;
  #tells: TellsHealth | undefined;

  tellTo(tells: TellsHealth): void {
    this.#tells = tells;
  }

  /** Observes the exporter's results; returns the same exporter. */
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
