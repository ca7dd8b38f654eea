import cluster, { type Worker } from "node:cluster";
import type { Logger } from "pino";
import { CannotStart } from "#src/db/embedded/cannot-start.ts";
import { meetPeer, type Peer } from "#src/server/processes/peer.ts";

const FIRST_WAIT_MS = 100;
const MOST_WAIT_MS = 30_000;
/** After running this long a process counts as healthy, and its exit is not part of a crash loop. */
const WELL_AFTER_MS = 60_000;
/** Failed starts in a row before the site exits. */
const MOST_FAILED_STARTS = 5;
/** Shorter than the time limit of the request that waits for the other processes. */
const ANSWER_MS = 2_000;
/** Open requests are cut after 75 seconds of shutdown at most; this kills a process that hangs even then. */
const STOP_MS = 85_000;

type Place = {
  readonly number: number;
  worker: Worker;
  peer: Peer;
  /** When it became ready; undefined while starting. */
  servesSince: number | undefined;
  /** Consecutive exits without a healthy period in between. */
  ends: number;
  failedStarts: number;
};

type Options = {
  readonly count: number;
  /** Settings for a web process beyond those of the parent. */
  readonly environment: () => Readonly<Record<string, string>>;
  /** Requests that web processes may send to the parent. */
  readonly answers: Parameters<typeof meetPeer>[1];
  readonly log: Logger;
  /** Called after too many failed starts in a row. */
  readonly onGivenUp: (error: CannotStart) => void;
};

/**
 * The web processes that share one port. The parent accepts connections and distributes them; it restarts a crashed
 * process with increasing delay.
 */
export class WebProcesses {
  readonly #options: Options;
  readonly #places: Place[] = [];
  #isStopping = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Starts them all. Throws {@link CannotStart} if one exits before it is ready. */
  async start(): Promise<void> {
    const numbers = Array.from({ length: this.#options.count }, (_, index) => index + 1);
    await Promise.all(
      numbers.map(
        (number) =>
          new Promise<void>((resolve, reject) => {
            const place: Place = { number, ...this.#fork(), servesSince: undefined, ends: 0, failedStarts: 0 };
            this.#places.push(place);
            place.worker.once("listening", () => resolve());
            place.worker.once("exit", () =>
              reject(new CannotStart("A web process could not start. Its output is above.")),
            );
            this.#watch(place);
          }),
      ),
    );
  }

  #fork(): { worker: Worker; peer: Peer } {
    const worker = cluster.fork(this.#options.environment());
    return { worker, peer: meetPeer(worker, this.#options.answers) };
  }

  #watch(place: Place): void {
    const { worker } = place;
    worker.once("listening", () => {
      place.servesSince = Date.now();
      place.failedStarts = 0;
    });
    worker.once("exit", (code, signal) => this.#ended(place, signal ?? code));
    // Without a handler, an EPIPE from a dying child would crash this process.
    worker.on("error", (error) => this.#options.log.warn({ error: error.message }, "a web process cannot be reached"));
  }

  #ended(place: Place, how: string | number): void {
    if (this.#isStopping) return;
    const { servesSince } = place;
    if (servesSince === undefined) place.failedStarts += 1;
    if (place.failedStarts >= MOST_FAILED_STARTS) {
      this.#options.onGivenUp(
        new CannotStart("A web process ends each time it is started. What it said stands above."),
      );
      return;
    }
    place.ends = servesSince !== undefined && Date.now() - servesSince > WELL_AFTER_MS ? 0 : place.ends + 1;
    const wait = Math.min(MOST_WAIT_MS, FIRST_WAIT_MS * 2 ** place.ends);
    this.#options.log.error({ process: place.number, how, againInMs: wait }, "a web process ended by itself");
    place.servesSince = undefined;
    setTimeout(() => {
      if (this.#isStopping) return;
      Object.assign(place, this.#fork());
      this.#watch(place);
    }, wait);
  }

  /** Collects each process's response by its number; skips restarting ones. */
  async askAll(question: string): Promise<Map<number, string>> {
    const serving = this.#places.filter(({ servesSince }) => servesSince !== undefined);
    const answers = await Promise.allSettled(
      serving.map(async ({ number, peer }) => [number, await peer.ask(question, ANSWER_MS)] as const),
    );
    return new Map(answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : [])));
  }

  /** Stops them gracefully and waits for their exit. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const running = this.#places.map(({ worker }) => worker).filter((worker) => !worker.isDead());
    await Promise.all(
      running.map((worker) => {
        const gone = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
        worker.process.kill("SIGTERM");
        setTimeout(() => worker.process.kill("SIGKILL"), STOP_MS).unref();
        return gone;
      }),
    );
  }
}
