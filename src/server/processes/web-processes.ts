import cluster, { type Worker } from "node:cluster";
import type { Logger } from "pino";
import { CannotStart } from "#src/db/embedded/cannot-start.ts";
import { meetPeer, type Peer } from "#src/server/processes/peer.ts";

const FIRST_WAIT_MS = 100;
const MOST_WAIT_MS = 30_000;
/** Whoever served so long was well: should they end, it is not for the same reason as last time. */
const WELL_AFTER_MS = 60_000;
/** Starts in a row that come to nothing before the site gives up. */
const MOST_FAILED_STARTS = 5;
/** Less than whoever wanted to know waits for this process. */
const ANSWER_MS = 2_000;
/** What is under way when they are told to stop is cut after ten seconds; this is for one that does not even do that. */
const STOP_MS = 20_000;

type Place = {
  readonly number: number;
  worker: Worker;
  peer: Peer;
  /** Since when it serves; undefined while it starts. */
  servesSince: number | undefined;
  /** Ends in a row, of which none was after a time of being well. */
  ends: number;
  failedStarts: number;
};

type Options = {
  readonly count: number;
  /** What a web process is to know besides the settings of this one. */
  readonly environment: () => Readonly<Record<string, string>>;
  /** What web processes may ask this one. */
  readonly answers: Parameters<typeof meetPeer>[1];
  readonly log: Logger;
  /** None can be started any more. */
  readonly onGivenUp: (error: CannotStart) => void;
};

/**
 * The processes that serve one port together. This one takes the connections and hands them round; one that ends by
 * itself is started again, each time a little later.
 */
export class WebProcesses {
  readonly #options: Options;
  readonly #places: Place[] = [];
  #isStopping = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Starts them all. Throws {@link CannotStart} when one ends before it serves. */
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
              reject(new CannotStart("A web process could not be started. What it said stands above.")),
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
    // Without this, one that is gone in the middle of a word would end this process too.
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

  /** What each answers, by its number; one that is just away is left out. */
  async askAll(question: string): Promise<Map<number, string>> {
    const serving = this.#places.filter(({ servesSince }) => servesSince !== undefined);
    const answers = await Promise.allSettled(
      serving.map(async ({ number, peer }) => [number, await peer.ask(question, ANSWER_MS)] as const),
    );
    return new Map(answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : [])));
  }

  /** Lets them finish what is under way, and waits until they are gone. */
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
