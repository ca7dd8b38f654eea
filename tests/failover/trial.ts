import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pino } from "pino";
import { seededRandom } from "#seeds/random.ts";
import { connect, type Db } from "#src/db/connect.server.ts";
import { findFaults } from "#tests/crash/invariants.ts";
import { Ledger, NO_REUSE, whyNone, writeUntil } from "#tests/crash/load.ts";
import { openTown, type Town } from "#tests/crash/town.ts";
import { type Cluster, startCluster } from "#tests/failover/cluster.ts";
import type { Blow, Round, Statuses } from "#tests/failover/judge.ts";
import { type MailServer, startMailServer } from "#tests/support/mail-server.ts";
import { SECRET } from "#tests/support/payments.ts";
import { freePort, until } from "#tests/support/processes.ts";
import { type SiteProcess, startInstance } from "#tests/support/site-process.ts";

/** What hangs is given up; every pause within is measured. */
const HANG_MS = 180_000;
/** A frozen leader wakes so long after others have gone on without it. */
const ASLEEP_MS = 3_000;
const SAMPLE_MS = 20;
const READ_MS = 100;
/** Nine writers for each instance leave the nodes of the cluster their share of two cores. */
const REST_MS = 50;

export type Options = {
  readonly folder: string;
  /** Where PostgreSQL's programs are. */
  readonly bin: string;
  readonly blows: readonly Blow[];
  /** Of each blow. */
  readonly rounds: number;
  readonly seed: number;
  readonly onRound: (words: string) => void;
  /** Nothing new is begun anymore. */
  readonly signal: AbortSignal;
};

export type Figures = {
  readonly rounds: readonly Round[];
  readonly writers: Statuses;
  readonly readers: Statuses;
  readonly acknowledged: number;
  /** Why it ended early: an instance ended, something hung, or it was interrupted. */
  readonly failure: Error | undefined;
};

/** Two instances of the site on the cluster. */
class Trial {
  readonly #options: Options;
  readonly #cluster: Cluster;
  readonly #mail: MailServer;
  readonly #random: () => number;
  readonly #ledgers = [new Ledger(), new Ledger()];
  readonly #readers = new Ledger();
  readonly #sites: SiteProcess[] = [];
  readonly #rounds: Round[] = [];
  readonly #ended = Promise.withResolvers<never>();
  #publicUrl = "";
  #isStopping = false;

  constructor(options: Options, cluster: Cluster, mail: MailServer) {
    this.#options = options;
    this.#cluster = cluster;
    this.#mail = mail;
    this.#random = seededRandom(options.seed);
    // It may come before anybody waits for it.
    this.#ended.promise.catch(() => undefined);
    // Payers are known by their number.
    for (const [index, ledger] of this.#ledgers.entries()) ledger.payers = index * 1_000_000;
  }

  get #dataDir(): string {
    return join(this.#options.folder, "site");
  }

  get #acknowledged(): number {
    return this.#ledgers.reduce((sum, { answers }) => sum + answers, 0);
  }

  async start(): Promise<void> {
    this.#publicUrl = `http://127.0.0.1:${await freePort()}`;
    for (let index = 0; index < this.#ledgers.length; index += 1)
      this.#watch(
        await startInstance({
          DATABASE_URL: this.#cluster.databaseUrl,
          PUBLIC_URL: this.#publicUrl,
          DATA_DIR: this.#dataDir,
          SEED: "none",
          RATE_LIMIT_FACTOR: "100000",
          MAILER: "smtp",
          SMTP_URL: this.#mail.url,
          STRIPE_WEBHOOK_SECRET: SECRET,
        }),
      );
  }

  /** An instance that ends by itself would have to be started by hand. */
  #watch(site: SiteProcess): void {
    this.#sites.push(site);
    site.child.once("exit", (code, signal) => {
      if (this.#isStopping) return;
      const words = site.said().split("\n").slice(-20).join("\n");
      this.#ended.reject(new Error(`An instance ended by itself (${code ?? signal}):\n${words}`));
    });
  }

  /** Rejects when an instance ends by itself. */
  get ended(): Promise<never> {
    return this.#ended.promise;
  }

  /** What the instances said stays in the folder. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#sites.map((site) => site.stop("SIGKILL")));
    for (const [index, site] of this.#sites.entries())
      await writeFile(join(this.#options.folder, `site-${index + 1}.log`), site.said());
  }

  async #read<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const { db, pool } = connect(this.#cluster.databaseUrl, pino({ level: "silent" }));
    try {
      return await work(db);
    } finally {
      await pool.end();
    }
  }

  /** Pages and the list behind them, as visitors read them. */
  async #readUntil(isOver: () => boolean, { url }: SiteProcess, town: Town): Promise<void> {
    const paths = ["/events", `/events/${town.events[0]}`, "/api/social-events"];
    while (!isOver()) {
      for (const path of paths) {
        const status = await fetch(url + path, { headers: NO_REUSE })
          .then(async (answer) => answer.arrayBuffer().then(() => answer.status))
          .catch(whyNone);
        this.#readers.note(status);
      }
      await delay(READ_MS);
    }
  }

  async #strike(blow: Blow): Promise<() => Promise<void>> {
    const leader = await this.#cluster.leader();
    if (!leader) throw new Error("The cluster has no leader.");
    if (blow === "kill process") await leader.killProcess();
    else if (blow === "kill node") await leader.killNode();
    else if (blow === "freeze node") await leader.freeze();
    else await leader.giveWay();
    // What a machine does by itself when its power is back.
    return async () => {
      if (blow === "kill node") await leader.start();
      if (blow === "freeze node") {
        await delay(ASLEEP_MS);
        await leader.wake();
      }
    };
  }

  /** The longest time in which an instance acknowledged no write while this work was done. */
  async #longestPause(work: () => Promise<void>): Promise<number> {
    let longest = 0;
    const last = this.#ledgers.map(({ answers }) => ({ answers, at: performance.now() }));
    const look = () => {
      const now = performance.now();
      for (const [index, { answers }] of this.#ledgers.entries()) {
        const before = last[index] as { answers: number; at: number };
        longest = Math.max(longest, now - before.at);
        if (answers > before.answers) last[index] = { answers, at: now };
      }
    };
    const sampler = setInterval(look, SAMPLE_MS);
    try {
      await work();
    } finally {
      clearInterval(sampler);
    }
    return Math.round(longest);
  }

  async #untilBothWrite(): Promise<void> {
    const before = this.#ledgers.map(({ answers }) => answers);
    const doWrite = () => this.#ledgers.every(({ answers }, index) => answers > (before[index] ?? 0) + 20);
    await until("both instances write", doWrite, HANG_MS);
  }

  async round(blow: Blow): Promise<Round> {
    const town = await this.#read((db) => openTown(db, this.#publicUrl));
    let isOver = false;
    const people = this.#sites.flatMap((site, index) => {
      const guests = town.guests.filter((_, guest) => guest % this.#sites.length === index);
      const ledger = this.#ledgers[index] as Ledger;
      const own = { ...town, guests, doubtful: town.doubtful.slice(index, index + 1) };
      const load = { url: site.url, town: own, ledger, random: this.#random, restMs: REST_MS };
      return [writeUntil(() => isOver, load), this.#readUntil(() => isOver, site, town)];
    });
    try {
      await this.#untilBothWrite();
      const pauseMs = await this.#longestPause(async () => {
        await delay(this.#random() * 1_000);
        const recover = await this.#strike(blow);
        await delay(SAMPLE_MS);
        await this.#untilBothWrite();
        await recover();
        await this.#untilBothWrite();
      });
      await this.#cluster.untilWhole();
      isOver = true;
      await Promise.all(people);
      const round = { blow, pauseMs, faults: await this.#faults() };
      this.#rounds.push(round);
      return round;
    } finally {
      isOver = true;
    }
  }

  async #faults(): Promise<string[]> {
    const { messages } = this.#mail;
    return this.#read(async (db) => {
      const found: string[] = [];
      for (const ledger of this.#ledgers)
        found.push(...(await findFaults(db, { ledger, dataDir: this.#dataDir, messages })));
      return [...new Set(found)];
    });
  }

  figures(failure?: Error): Figures {
    const writers: Record<string, number> = {};
    for (const { statuses } of this.#ledgers)
      for (const [status, count] of Object.entries(statuses)) writers[status] = (writers[status] ?? 0) + count;
    const [rounds, readers, acknowledged] = [this.#rounds, this.#readers.statuses, this.#acknowledged];
    return { rounds, writers, readers, acknowledged, failure };
  }
}

async function runRounds(trial: Trial, { blows, rounds, onRound, signal }: Options): Promise<void> {
  for (const blow of blows) {
    for (let number = 0; number < rounds; number += 1) {
      signal.throwIfAborted();
      const round = await trial.round(blow);
      const outcome = round.faults.length === 0 ? "nothing lost" : `${round.faults.length} faults`;
      onRound(`${blow}, ${round.pauseMs} ms without a write, ${outcome}`);
      if (round.faults.length > 0) return;
    }
  }
}

/** Strikes the leader of a replicated database under two busy instances, again and again. Ends with the first loss. */
export async function tryFailovers(options: Options): Promise<Figures> {
  const interrupted = Promise.withResolvers<never>();
  options.signal.addEventListener("abort", () => interrupted.reject(options.signal.reason as Error));
  // It may come before anybody waits for it.
  interrupted.promise.catch(() => undefined);
  const mail = await startMailServer();
  try {
    const cluster = await startCluster(join(options.folder, "cluster"), options.bin);
    const trial = new Trial(options, cluster, mail);
    try {
      const work = trial.start().then(() => runRounds(trial, options));
      await Promise.race([work, trial.ended, interrupted.promise]);
      return trial.figures();
    } catch (error) {
      return trial.figures(error as Error);
    } finally {
      await Promise.all([trial.stop(), cluster.end()]);
    }
  } finally {
    await mail.close();
  }
}
