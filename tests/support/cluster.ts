import { mkdtemp, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { migrateDatabase } from "#src/db/migrate.server.ts";
import { hashPassword } from "#src/ports/identity/local/passwords.server.ts";
import { startOpenPostgres } from "#tests/support/open-postgres.ts";
import { startSiteProcess } from "#tests/support/site-process.ts";
import { DEMO_PASSWORD, QUICK_PASSWORDS, TOWN, TOWN_SETTINGS } from "#tests/support/town.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Of the cluster's own database; every test file makes itself one from the template. */
    clusterUrl: string;
  }
}

/** The migrated, empty database that each test file's own is cloned from. */
export const TEMPLATE = "sandbar_template";

/** The same cluster, another database. */
export function databaseUrl(clusterUrl: string, name: string): string {
  return clusterUrl.replace(/\/[^/?]*(\?|$)/, `/${name}$1`);
}

const MEMORY = "/dev/shm";
const ROOM_BYTES = 2 * 2 ** 30;

/** Where the cluster's files are: in memory where there is room, which halves what cloning and truncating cost. */
async function clusterFolder(): Promise<string> {
  const memory = await statfs(MEMORY).catch(() => undefined);
  const isRoomy = memory !== undefined && memory.bavail * memory.bsize > ROOM_BYTES;
  return mkdtemp(join(isRoomy ? MEMORY : tmpdir(), "sandbar-test-"));
}

/** Hashes the password of the town's accounts again at the tests' cost, which a hash says of itself. */
async function quickenSignIns(townUrl: string): Promise<void> {
  const town = new pg.Client({ connectionString: townUrl });
  await town.connect();
  const hash = await hashPassword(DEMO_PASSWORD, QUICK_PASSWORDS);
  await town.query("update credentials set password_hash = $1", [hash]);
  await town.end();
}

/** One PostgreSQL for the whole run, with one migrated template. */
export default async function startCluster(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await clusterFolder();
  // Nothing here outlives the run, so waiting for the disk would prove nothing; the crash tests use a real one.
  // A vacuum under way in a test's database would keep the site's role, no superuser, from dropping it.
  const settings = {
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    autovacuum: "off",
    max_wal_size: "256MB",
    max_connections: "300",
  };
  const postgres = await startOpenPostgres(dataDir, settings);
  const stop = async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const admin = new pg.Client({ connectionString: postgres.connectionString });
    await admin.connect();
    await admin.query(`create database ${TEMPLATE}`);
    const templateUrl = databaseUrl(postgres.connectionString, TEMPLATE);
    await migrateDatabase(templateUrl);
    if (["e2e", "browsers"].includes(project.name)) {
      await admin.query(`create database ${TOWN} template ${TEMPLATE}`);
      const site = await startSiteProcess({
        ...TOWN_SETTINGS,
        DATABASE_URL: databaseUrl(postgres.connectionString, TOWN),
      });
      await site.stop();
      await quickenSignIns(databaseUrl(postgres.connectionString, TOWN));
    }
    await admin.end();
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide("clusterUrl", postgres.connectionString);
  return stop;
}
