import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import {
  type EmbeddedPostgres,
  makeDataDirectory,
  startEmbeddedPostgres,
} from "#src/db/embedded/embedded-postgres.server.ts";
import { SITE_ROLE, SUPERUSER } from "#src/db/embedded/roles.server.ts";

/**
 * The site's own PostgreSQL with more databases than one: its role may make them, and the superuser may connect. All
 * else is as the site has it, so a statement that needs a superuser fails in the tests too.
 */
export async function startOpenPostgres(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<EmbeddedPostgres & { readonly superuserUrl: string }> {
  await makeDataDirectory(dataDir);
  const hba = join(dataDir, "open-hba.conf");
  await writeFile(hba, "local all all trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n", { mode: 0o644 });
  const started = await startEmbeddedPostgres({ dataDir, settings: { ...settings, hba_file: hba } });
  const port = settings["port"] ?? "5432";
  const postgres = { ...started, connectionString: started.connectionString.replace("port=5432", `port=${port}`) };
  const superuserUrl = postgres.connectionString.replace(`//${SITE_ROLE}@`, `//${SUPERUSER}@`);
  const superuser = new pg.Client({ connectionString: superuserUrl });
  try {
    await superuser.connect();
    await superuser.query(`alter role ${SITE_ROLE} createdb`);
  } catch (error) {
    await postgres.stop();
    throw error;
  } finally {
    await superuser.end();
  }
  return { ...postgres, superuserUrl };
}
