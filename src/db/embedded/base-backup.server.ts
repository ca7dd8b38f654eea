import { makeClient } from "#src/db/client.server.ts";

/** What a copy of a running cluster needs besides its files. */
export type CopyEnd = {
  /** The file `backup_label`. */
  readonly label: string;
  /** From this moment on the copy can be recovered to. */
  readonly completeAt: Date;
  /** The first segment of changes that it needs. */
  readonly segment: string;
};

/**
 * Runs `copy` while the files of a running cluster may be copied. Resolves when all the changes that the copy needs are
 * archived.
 */
export async function copyRunning(connectionString: string, copy: () => Promise<void>): Promise<CopyEnd> {
  // A connection that breaks ends the backup; nothing is left in the server.
  const client = makeClient({ connectionString, application_name: "sandbar base backup" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("set statement_timeout = '10min'");
    await client.query("select pg_backup_start('sandbar', true)");
    await copy();
    const { rows } = await client.query<{ label: string; completeAt: Date }>(
      `select labelfile as label, clock_timestamp() as "completeAt" from pg_backup_stop(true)`,
    );
    const [end] = rows;
    const segment = /\(file ([0-9A-F]{24})\)/.exec(end?.label ?? "")?.[1];
    if (end === undefined || segment === undefined) throw new Error("PostgreSQL did not say where the backup begins.");
    return { ...end, segment };
  } finally {
    await client.end();
  }
}

/** What a recovered database has: the commit that was recovered last, and how many rows can be read. */
export async function readRecovered(connectionString: string): Promise<{ lastCommit: Date | null; rows: number }> {
  const client = makeClient({ connectionString, application_name: "sandbar recovery" });
  await client.connect();
  try {
    const { rows: last } = await client.query<{ at: Date | null }>("select pg_last_xact_replay_timestamp() as at");
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'drizzle')`,
    );
    let rows = 0;
    for (const { name } of tables) {
      const { rows: counted } = await client.query<{ count: number }>(`select count(*)::int as count from ${name}`);
      rows += counted[0]?.count ?? 0;
    }
    return { lastCommit: last[0]?.at ?? null, rows };
  } finally {
    await client.end();
  }
}
