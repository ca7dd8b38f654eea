import { makeClient } from "#src/db/client.server.ts";

/** What a copy of a running cluster needs besides its files. */
export type CopyEnd = {
  /** The file `backup_label`. */
  readonly label: string;
  /** The earliest time that the copy can be recovered to. */
  readonly completeAt: Date;
  /** The first WAL segment that it needs. */
  readonly segment: string;
};

/** Runs `copy` between pg_backup_start and pg_backup_stop. Resolves once all WAL that the copy needs is archived. */
export async function copyRunning(connectionString: string, copy: () => Promise<void>): Promise<CopyEnd> {
  // If the connection breaks, the server ends the backup and keeps no state of it.
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

/** Returns the time of the last recovered commit and the number of readable rows. */
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
