// `npm run recover -- --to TIME`: recovers the private database to a minute, from the archive into an empty place.
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Config } from "#src/config.server.ts";
import { CannotStart } from "#src/db/embedded/cannot-start.ts";
import { readRecovered } from "#src/db/embedded/base-backup.server.ts";
import { makeDataDirectory, startEmbeddedPostgres } from "#src/db/embedded/embedded-postgres.server.ts";
import { commandOf } from "#src/server/backup/archive-settings.ts";
import { basesOfBranch, branchesByTime } from "#src/server/backup/branches.ts";
import { unpackBase } from "#src/server/backup/unpack-base.ts";
import { allBases, type Base, readZone } from "#src/server/backup/wal-archive.ts";
import { countOf } from "#src/server/backup/words.ts";
import { runCommand } from "#src/server/command.ts";
import { Refused } from "#src/server/refused.ts";
import { isDay } from "#src/shared/dates.ts";
import { instantOf, wallTime, zoneAbbreviation } from "#src/shared/zones.server.ts";

const USAGE = `Say to when: npm run recover -- --to "2026-11-22 18:30", in the group's time zone, or --to latest
Of an encrypted archive also: --identity KEYFILE
To try it, in a folder that is removed again: npm run recover -- --drill --to latest`;

type Asked = {
  /** Undefined: to the end of the archive. */
  readonly to: Date | undefined;
  readonly identity: string | undefined;
  readonly isDrill: boolean;
};

/** "2026-11-22 18:30:15 EST". */
function inWords(at: Date, { group: { timeZone } }: Config): string {
  const { day, time } = wallTime(at, timeZone);
  return `${day} ${time}:${String(at.getUTCSeconds()).padStart(2, "0")} ${zoneAbbreviation(at, timeZone)}`;
}

/** Parses a local time of the group, or an instant with its zone. Throws {@link Refused}. */
function readTime(text: string, { group: { timeZone } }: Config): Date {
  const [, day = "", time = "", seconds = "00", zone] =
    /^(\d{4}-\d\d-\d\d)[T ]((?:[01]\d|2[0-3]):[0-5]\d)(?::([0-5]\d))?(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? [];
  if (!isDay(day)) throw new Refused(`${text} is no time.\n${USAGE}`);
  const at =
    zone === undefined
      ? new Date(instantOf(day, time, timeZone).getTime() + Number(seconds) * 1000)
      : new Date(`${day}T${time}:${seconds}${zone}`);
  if (at.getTime() > Date.now()) throw new Refused(`${text} has not come yet.`);
  return at;
}

function readArgs(config: Config, args: readonly string[]): Asked {
  try {
    const options = { to: { type: "string" }, identity: { type: "string" }, drill: { type: "boolean" } } as const;
    const { to, identity, drill = false } = parseArgs({ args: [...args], options }).values;
    if (to === undefined) throw new Refused(USAGE);
    return {
      to: to === "latest" ? undefined : readTime(to, config),
      identity: identity === undefined ? undefined : resolve(config.callersFolder, identity),
      isDrill: drill,
    };
  } catch (error) {
    throw error instanceof Refused ? error : new Refused(USAGE, { cause: error });
  }
}

/** The base backup and the branch to recover along. */
type Choice = { readonly base: Base; readonly branch: string; readonly isNewest: boolean };

async function chooseBase(config: Config, root: string, { to, identity }: Asked): Promise<Choice> {
  const bases = await allBases(root);
  if (bases.length === 0) throw new Refused(`No base backup found in ${root}. Is this the WAL_ARCHIVE_DIR folder?`);
  const branches = await branchesByTime(bases);
  const live = branches.find(({ at }) => to === undefined || at <= to);
  const leading = live ? await basesOfBranch(bases, live, identity) : bases;
  const base = leading.find(({ completeAt }) => to === undefined || completeAt <= to);
  if (live && base) return { base, branch: live.branch, isNewest: live.branch === branches[0]?.branch };
  const oldest = leading.at(-1);
  if (oldest === undefined) throw new Refused(`No base backup in ${root} leads to that time.`);
  const first = inWords(oldest.completeAt, config);
  throw new Refused(`The archive in ${root} begins at ${first}: nothing before that can be recovered.`);
}

/** Explains from PostgreSQL's output why the target time was not reached. */
function explain(error: unknown, config: Config, { to }: Asked, { isNewest }: Choice): unknown {
  if (!(error instanceof CannotStart)) return error;
  if (/recovery ended before configured recovery target was reached/.test(error.message) && to !== undefined) {
    const reason = isNewest
      ? `The archive ends before ${inWords(to, config)}, so that minute cannot be reached. All that there is: --to latest`
      : `At ${inWords(to, config)} the site had stopped, and later it went on from a recovery. Ask for an earlier minute.`;
    return new Refused(reason, { cause: error });
  }
  const damaged = /^.* is damaged: .*$|^.* is encrypted\. .*$|^The key .*$/m.exec(error.message)?.[0];
  return damaged === undefined ? error : new Refused(damaged, { cause: error });
}

/** Unpacks and replays; returns the summary to print. */
async function recoverInto(config: Config, dataDir: string, asked: Asked, choice: Choice): Promise<string> {
  const { base, branch } = choice;
  const cluster = join(dataDir, "postgres");
  // The next start removes folders with this name, if this run is killed.
  const fresh = join(dataDir, "postgres.new-recovery");
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { mode: 0o700 });
  await unpackBase(base, fresh, asked.identity);
  await writeFile(join(fresh, "recovery.signal"), "", { mode: 0o600 });
  await rename(fresh, cluster);
  const settings = {
    restore_command: `${commandOf("restore-wal.ts", [base.folder, asked.identity ?? ""])} %f %p`,
    // Otherwise PostgreSQL follows the newest branch, which may have forked before that time.
    recovery_target_timeline: String(Number.parseInt(branch, 16)),
    recovery_target_action: "promote",
    // Otherwise it reports ready as soon as it is readable, before it reaches the target.
    hot_standby: "off",
    // The server stops again before the site uses it.
    archive_mode: "off",
    ...(asked.to && { recovery_target_time: asked.to.toISOString().replace("T", " ").replace("Z", "+00") }),
  };
  const database = await startEmbeddedPostgres({ dataDir, settings }).catch((error: unknown) => {
    throw explain(error, config, asked, choice);
  });
  try {
    const { lastCommit, rows } = await readRecovered(database.connectionString);
    const last = lastCommit
      ? `The last change in it is of ${inWords(lastCommit, config)}`
      : "Nothing had changed since the copy";
    const moment = asked.to ? `${inWords(asked.to, config)} (${config.group.timeZone})` : "the end of the archive";
    return `the database as of ${moment}. ${last}; it has ${countOf(rows, "row")}.`;
  } finally {
    await database.stop();
  }
}

/**
 * Queues the new timeline's history file for archiving on the first real start, so an inspected recovery changes
 * nothing.
 */
async function archiveHistoryOnce(dataDir: string): Promise<void> {
  const wal = join(dataDir, "postgres", "pg_wal");
  for (const name of (await readdir(wal)).filter((each) => each.endsWith(".history")))
    await writeFile(join(wal, "archive_status", `${name}.ready`), "", { mode: 0o600 });
}

async function tryIt(config: Config, asked: Asked, choice: Choice): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "sandbar-drill-"));
  const started = performance.now();
  try {
    const said = await recoverInto(config, dataDir, asked, choice);
    const seconds = Math.ceil((performance.now() - started) / 1000);
    return `The drill worked: in ${countOf(seconds, "second")} it recovered ${said} All of it was removed again.`;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function recover(config: Config, asked: Asked, choice: Choice): Promise<string> {
  const { dataDir } = config;
  if (existsSync(join(dataDir, "postgres")))
    throw new Refused(
      `There is a database in ${dataDir} already, and nothing is written over: set DATA_DIR to a new folder.`,
    );
  await makeDataDirectory(dataDir);
  try {
    const said = await recoverInto(config, dataDir, asked, choice);
    await archiveHistoryOnce(dataDir);
    return (
      `Recovered ${said}\nPictures (images) and secrets.key are not in the archive: copy them from the old DATA_DIR to ` +
      `${dataDir}, or the pictures from a backup. Then start the site there: npm start`
    );
  } catch (error) {
    for (const name of ["postgres", "postgres.new-recovery"])
      await rm(join(dataDir, name), { recursive: true, force: true });
    throw error;
  }
}

/** Replaces the time zone with the one saved in the archive, which /setup or the console may have set. */
async function withGroupsZone(config: Config): Promise<Config> {
  const [newest] = config.walArchiveDir === undefined ? [] : await allBases(config.walArchiveDir);
  const timeZone = newest && (await readZone(newest.folder));
  return timeZone ? { ...config, group: { ...config.group, timeZone } } : config;
}

runCommand(async (settings, args) => {
  const config = await withGroupsZone(settings);
  const asked = readArgs(config, args);
  const root = config.walArchiveDir;
  if (root === undefined) throw new Refused("Say where the archive is, by the setting WAL_ARCHIVE_DIR.");
  if (config.databaseUrl !== undefined)
    throw new Refused("The archive is of the private database. Recover into a DATA_DIR, without DATABASE_URL.");
  const choice = await chooseBase(config, root, asked);
  return asked.isDrill ? tryIt(config, asked, choice) : recover(config, asked, choice);
});
