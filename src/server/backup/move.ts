// `npm run move -- URL`: moves the site from its database to another one.
import { existsSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Config } from "#src/config.server.ts";
import { loadDatabase } from "#src/db/backup/load.server.ts";
import { markMoved, readMovedTo, resumeWrites, stopWrites, underMoveLock } from "#src/db/backup/moved.server.ts";
import { NothingToSave, readSnapshot } from "#src/db/backup/snapshot.server.ts";
import { makeClient } from "#src/db/client.server.ts";
import { borrowEmbeddedPostgres, startEmbeddedPostgres } from "#src/db/embedded/embedded-postgres.server.ts";
import { archiveSettings } from "#src/server/backup/archive-settings.ts";
import { Tally } from "#src/server/backup/format.ts";
import { countOf } from "#src/server/backup/words.ts";
import { runCommand } from "#src/server/command.ts";
import { Refused } from "#src/server/refused.ts";
import { hostUrls } from "#src/shared/database-hosts.mjs";

const USAGE = `Say where to:
  npm run move -- postgres://USER:PASSWORD@HOST/NAME   to an empty database
  npm run move -- private                              from DATABASE_URL to the private database in DATA_DIR
  npm run move -- undo                                 lets the site write to its database again, after a move from it`;
const PRIVATE = "private";

type Database = { readonly connectionString: string; readonly name: string; readonly stop: () => Promise<void> };

const keepRunning = async () => undefined;

/** The URL without user name and password. */
function nameOf(url: string): string {
  const { host, port, database = "" } = makeClient({ connectionString: url });
  return `${host}:${port}/${database}`;
}

const privateName = (dataDir: string) => `the private database in ${resolve(dataDir)}`;

async function openSource(config: Config): Promise<Database> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl === undefined) {
    if (!existsSync(join(dataDir, "postgres"))) throw nothingIn(privateName(dataDir));
    return { ...(await borrowEmbeddedPostgres(dataDir, archiveSettings(config))), name: privateName(dataDir) };
  }
  // A client that looks for the writable host of several finds none once writes are stopped.
  if (hostUrls(databaseUrl).length > 1)
    throw new Refused("DATABASE_URL names several hosts. For this command, name only the one that takes writes.");
  return { connectionString: databaseUrl, name: nameOf(databaseUrl), stop: keepRunning };
}

const nothingIn = (name: string) => new Refused(`There is no site in ${name}: nothing to move.`);

/** Starts the private database, empty. One that the site was moved away from is renamed and kept. */
async function openPrivate(config: Config): Promise<Database> {
  const { dataDir } = config;
  const start = () => startEmbeddedPostgres({ dataDir, settings: archiveSettings(config) });
  const cluster = join(resolve(dataDir), "postgres");
  const isThere = existsSync(cluster);
  let postgres = await start();
  if (isThere && (await underMoveLock(postgres.connectionString, readMovedTo)) !== null) {
    await postgres.stop();
    await rename(cluster, `${cluster}.moved-${Date.now()}`);
    postgres = await start();
  }
  return { ...postgres, name: privateName(dataDir) };
}

async function openTarget(config: Config, target: string): Promise<Database> {
  if (target !== PRIVATE) {
    if (!/^postgres(?:ql)?:\/\//.test(target)) throw new Refused(USAGE);
    return { connectionString: target, name: nameOf(target), stop: keepRunning };
  }
  if (config.databaseUrl === undefined) throw new Refused("The site is in the private database already.");
  return openPrivate(config);
}

/** Reads every row and sequence of a database; null if it has no site. */
async function readContents({ connectionString }: Database, signal: AbortSignal) {
  const tally = new Tally();
  let sequences: unknown;
  try {
    await readSnapshot(connectionString, signal, async (snapshot) => {
      ({ sequences } = snapshot.facts);
      for (const table of snapshot.facts.tables)
        for await (const rows of snapshot.rows(table)) tally.add(table.name, rows);
    });
  } catch (error) {
    if (error instanceof NothingToSave) return null;
    throw error;
  }
  return { tables: tally.total(), sequences };
}

/** Copies everything in one transaction of the new database. Throws `CannotLoad` unless it is empty. */
async function copy(from: Database, to: Database, signal: AbortSignal): Promise<void> {
  await readSnapshot(from.connectionString, signal, async (snapshot) => {
    const leftOut = await loadDatabase(to.connectionString, snapshot.facts, signal, async (load) => {
      for (const table of snapshot.facts.tables)
        for await (const rows of snapshot.rows(table)) await load(table.name, rows);
    });
    if (leftOut.length > 0)
      throw new Refused(
        `Tables that are not Sandbar's stand in this database, and a move would lose them: ${leftOut.join(", ")}. ` +
          "Move them to a schema of their own.",
      );
  });
}

/** Copies, then reads both databases in full and compares them. Returns the number of tables with rows. */
async function copyAndCompare(from: Database, to: Database, signal: AbortSignal): Promise<number> {
  let there = await readContents(to, signal);
  const isOurs = there === null;
  if (isOurs) {
    await copy(from, to, signal);
    there = await readContents(to, signal);
  }
  const here = await readContents(from, signal);
  if (here === null) throw nothingIn(from.name);
  if (isDeepStrictEqual(here, there)) return Object.keys(here.tables).length;
  throw new Refused(
    isOurs
      ? `The copy in ${to.name} is not the same as the site. Empty that database and try again.`
      : `There is another site in ${to.name} already, and a move never writes over anything. Choose an empty database.`,
  );
}

async function move(from: Database, to: Database, signal: AbortSignal): Promise<string> {
  return underMoveLock(from.connectionString, async (client) => {
    const place = await readMovedTo(client);
    if (place !== null) throw new Refused(`The site was moved from this database to ${place} already.`);
    const startedAt = performance.now();
    try {
      await stopWrites(client);
      const tables = await copyAndCompare(from, to, signal);
      await markMoved(client, to.name);
      const seconds = Math.ceil((performance.now() - startedAt) / 1000);
      return (
        `Moved the site from ${from.name} to ${to.name}: ${countOf(tables, "table")} with rows, compared byte by byte. ` +
        `Nobody could write for ${countOf(seconds, "second")}.`
      );
    } catch (error) {
      await resumeWrites(client);
      throw error;
    }
  });
}

async function undo(config: Config): Promise<string> {
  const source = await openSource(config);
  try {
    await underMoveLock(source.connectionString, resumeWrites);
  } finally {
    await source.stop();
  }
  return `The site uses ${source.name} again. What was written elsewhere since it was moved is not in it.`;
}

runCommand(async (config, [target, ...more], signal) => {
  if (target === undefined || more.length > 0) throw new Refused(USAGE);
  if (target === "undo") return undo(config);
  const to = await openTarget(config, target);
  try {
    const from = await openSource(config);
    try {
      const next =
        target === PRIVATE
          ? "Remove DATABASE_URL from the settings and start the site again."
          : "Set DATABASE_URL to the new address and start the site again.";
      const said = await underMoveLock(to.connectionString, () => move(from, to, signal));
      return `${said}\n${next} Until then the old site can be read, but not changed.`;
    } finally {
      await from.stop();
    }
  } finally {
    await to.stop();
  }
});
