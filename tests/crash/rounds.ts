import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import { seededRandom } from "#seeds/random.ts";
import { connect, type Db } from "#src/db/connect.server.ts";
import { borrowEmbeddedPostgres } from "#src/db/embedded/embedded-postgres.server.ts";
import { countMails, findFaults } from "#tests/crash/invariants.ts";
import { finishPayments, Ledger, writeUntil } from "#tests/crash/load.ts";
import { openTown, type Town } from "#tests/crash/town.ts";
import { startMailServer } from "#tests/support/mail-server.ts";
import { SECRET } from "#tests/support/payments.ts";
import { killHard, postmasterPid, until } from "#tests/support/processes.ts";
import { type SiteProcess, startSiteProcess } from "#tests/support/site-process.ts";

// In this order: with both, in half of the cases the app goes on for a moment without its database.
const VICTIMS = [["app"], ["database"], ["app", "database"], ["database", "app"]] as const;
/** The moment of the crash is up to so many milliseconds after the first answers. */
const LONGEST_MS = 700;
const RECOVERY_MS = 60_000;
const DAY_MS = 86_400_000;

export type Options = {
  readonly dataDir: string;
  readonly rounds: number;
  /** The same seed kills the same victims after the same waits; what was under way then is the machine's business. */
  readonly seed: number;
  readonly onRound?: (words: string) => void;
};

export type Figures = {
  /** The violated invariants; empty if there are none. */
  readonly faults: readonly string[];
  readonly acknowledged: Ledger["counts"];
  readonly mails: { readonly different: number; readonly cameAgain: number };
  /** Milliseconds from the kill until the site was ready again, the longest by what was killed. */
  readonly slowest: Readonly<Record<string, number>>;
};

/** The site over all its crashes. */
class Crashes {
  readonly ledger = new Ledger();
  readonly slowest: Record<string, number> = {};
  readonly #options: Options;
  /** Of the kills alone: the writers draw as often as they get to. */
  readonly #random: () => number;
  readonly #choose: () => number;
  readonly #mail: Awaited<ReturnType<typeof startMailServer>>;
  #site: SiteProcess | undefined;

  constructor(options: Options, mail: Awaited<ReturnType<typeof startMailServer>>) {
    this.#options = options;
    this.#random = seededRandom(options.seed);
    this.#choose = seededRandom(options.seed + 1);
    this.#mail = mail;
  }

  /** The disk is waited for, as in production. */
  async start(settings: Record<string, string> = {}): Promise<void> {
    this.#site = await startSiteProcess({
      DATA_DIR: this.#options.dataDir,
      SEED: "none",
      RATE_LIMIT_FACTOR: "100000",
      MAILER: "smtp",
      SMTP_URL: this.#mail.url,
      STRIPE_WEBHOOK_SECRET: SECRET,
      ...settings,
    });
  }

  get site(): SiteProcess {
    if (!this.#site) throw new Error("The site was not started.");
    return this.#site;
  }

  /** What the database says, which is the site's own. */
  async #read<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const { connectionString } = await borrowEmbeddedPostgres(this.#options.dataDir);
    const { db, pool } = connect(connectionString, pino({ level: "silent" }));
    try {
      return await work(db);
    } finally {
      await pool.end();
    }
  }

  #load(town: Town) {
    return { url: this.site.url, town, ledger: this.ledger, random: this.#choose };
  }

  async #kill(victims: readonly ("app" | "database")[]): Promise<void> {
    const pids = { app: this.site.child.pid as number, database: await postmasterPid(this.#options.dataDir) };
    await Promise.all(victims.map((victim) => killHard(pids[victim])));
  }

  async #recover(victims: readonly string[]): Promise<number> {
    const killed = performance.now();
    if (victims.includes("app")) await this.start();
    const isReady = () =>
      fetch(`${this.site.url}/readyz`).then(
        ({ status }) => status === 200,
        () => false,
      );
    await until("the site is ready again by itself", isReady, RECOVERY_MS);
    return Math.round(performance.now() - killed);
  }

  /** Load, kill, start, look. What is not as it must be. */
  async round(): Promise<{ faults: string[]; words: string }> {
    const { dataDir } = this.#options;
    const town = await this.#read((db) => openTown(db, this.site.url));
    const victims = VICTIMS[Math.floor(this.#random() * VICTIMS.length)] ?? VICTIMS[0];
    const wait = this.#random() * LONGEST_MS;
    let isOver = false;
    const before = Object.values(this.ledger.counts);
    const load = writeUntil(() => isOver, this.#load(town));
    // On a busy machine the first answers take longer than the moment: without any there would be nothing to lose.
    const isMixed = () => Object.values(this.ledger.counts).every((count, kind) => count > (before[kind] ?? 0));
    await until("calls of every kind are acknowledged", isMixed, RECOVERY_MS);
    await delay(wait);
    await this.#kill(victims);
    isOver = true;
    const crashedAt = new Date();
    const recovery = await this.#recover(victims);
    await load;
    const what = victims.join(", then ");
    this.slowest[what] = Math.max(this.slowest[what] ?? 0, recovery);
    const faults = await this.#read(async (db) => {
      await until("what the dead app had under way is over", () => isQuiet(db, crashedAt), RECOVERY_MS);
      return findFaults(db, { ledger: this.ledger, dataDir, messages: this.#mail.messages });
    });
    const count = this.ledger.answers - (before[0] ?? 0);
    return { faults, words: `${what} after ${Math.round(wait)} ms, ${count} acknowledged; ready in ${recovery} ms` };
  }

  /** A day later every mail has had its turn. */
  async finish(): Promise<Figures> {
    const { ledger, slowest } = this;
    const town = await this.#read((db) => openTown(db, this.site.url));
    await finishPayments(this.#load(town));
    await this.site.stop();
    await this.start({ NOW: new Date(Date.now() + DAY_MS).toISOString() });
    const { faults, mails, cameAgain } = await this.#read(async (db) => {
      await until("every mail was sent", () => areMailsSent(db), RECOVERY_MS);
      const { messages } = this.#mail;
      const left = await findFaults(db, { ledger, dataDir: this.#options.dataDir, messages });
      const counted = await countMails(db, messages);
      return { ...counted, faults: [...left, ...counted.faults] };
    });
    return { faults, acknowledged: ledger.counts, mails: { different: mails, cameAgain }, slowest };
  }
}

/** Nothing of a connection from before the crash is still at work. */
async function isQuiet(db: Db, crashedAt: Date): Promise<boolean> {
  const { rowCount } = await db.execute(sql`select from pg_stat_activity
    where application_name = 'sandbar' and state <> 'idle' and backend_start < ${crashedAt.toISOString()}::timestamptz`);
  return rowCount === 0;
}

async function areMailsSent(db: Db): Promise<boolean> {
  const { rowCount } = await db.execute(sql`select from mail_outbox where status = 'waiting' limit 1`);
  return rowCount === 0;
}

/**
 * Kills a site that is busy, its database, or both, again and again, and looks after each crash whether everything that
 * was acknowledged is there and nothing is half. Ends with the first round that finds a fault.
 */
export async function runCrashes(options: Options): Promise<Figures> {
  const mail = await startMailServer();
  const crashes = new Crashes(options, mail);
  await crashes.start();
  try {
    for (let round = 1; round <= options.rounds; round += 1) {
      const { faults, words } = await crashes.round();
      options.onRound?.(`${round}: ${words}`);
      if (faults.length > 0) return { ...(await crashes.finish()), faults: [`in round ${round}:`, ...faults] };
    }
    return await crashes.finish();
  } finally {
    await crashes.site.stop();
    await mail.close();
  }
}
