import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startEmbeddedPostgres } from "#src/db/embedded/embedded-postgres.server.ts";
import { type ReceivedMail, readMailFolder } from "#tests/support/mail-folder.ts";
import { startNginx } from "#tests/support/nginx.ts";
import { freePort } from "#tests/support/processes.ts";
import { type SiteProcess, startInstance } from "#tests/support/site-process.ts";

export type TwoInstances = {
  /** Of nginx, which is what people see. */
  readonly url: string;
  /** Serves with two processes. */
  readonly first: SiteProcess;
  readonly second: SiteProcess;
  /** A statement on their database; its rows. */
  sql(statement: string): Promise<Record<string, unknown>[]>;
  /** Every mail that was sent so far. */
  mails(): Promise<ReceivedMail[]>;
  /** What nginx has to complain of. */
  complaints(): Promise<string>;
  close(): Promise<void>;
};

/** Two instances of the site behind nginx on one PostgreSQL, which waits for the disk as in production. */
export async function startTwoInstances(
  settings: Record<string, string>,
  ofFirst: Record<string, string>,
): Promise<TwoInstances> {
  const folder = await mkdtemp(join(tmpdir(), "sandbar-two-"));
  const database = await startEmbeddedPostgres({ dataDir: join(folder, "database") });
  const port = await freePort();
  const shared = {
    ...settings,
    DATABASE_URL: database.connectionString,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: join(folder, "site"),
    TRUST_PROXY: "1",
  };
  // One after the other: the first makes the town.
  const first = await startInstance({ ...shared, ...ofFirst, WEB_PROCESSES: "2" });
  const second = await startInstance(shared);
  const nginx = await startNginx(folder, port, [first.url, second.url]);
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  return {
    url: shared.PUBLIC_URL,
    first,
    second,
    sql: async (statement) => (await client.query<Record<string, unknown>>(statement)).rows,
    mails: () => readMailFolder(join(folder, "site", "mail")),
    complaints: () => nginx.complaints(),
    async close() {
      await client.end();
      await nginx.stop();
      await Promise.all([first.stop(), second.stop()]);
      await database.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
