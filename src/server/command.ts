import { type Config, ConfigError, readConfig } from "#src/config.server.ts";
import type { App } from "#src/context/app.ts";
import { CannotStart } from "#src/db/embedded/cannot-start.ts";
import { borrowEmbeddedPostgres } from "#src/db/embedded/embedded-postgres.server.ts";
import { refreshSettings } from "#src/features/settings/queries.server.ts";
import { archiveSettings } from "#src/server/backup/archive-settings.ts";
import { compose } from "#src/server/compose.server.ts";
import { Refused } from "#src/server/refused.ts";

/** Time to clean up after SIGINT or SIGTERM. */
const STOP_MS = 10_000;

/** The context of a command. */
export type Workplace = { readonly app: App; readonly connectionString: string };

/** Errors of other modules whose messages are written for users. */
const PLAIN = ["NoAdministrator", "StoreUnavailable", "CannotLoad"];
const NO_DATABASE: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing answers at its address",
  ENOTFOUND: "its host is not known",
  "28P01": "it refuses the password",
  "28000": "it refuses this account",
  "3D000": "there is no such database",
  "57P01": "it was stopped meanwhile",
  "25006": "it takes no writes, being a standby or one that the site was moved from",
  "55P03": "an upgrade has held it for a minute",
};

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof Refused || error instanceof ConfigError || error instanceof CannotStart) return error.message;
  const why = "code" in error ? NO_DATABASE[String(error.code)] : undefined;
  if (why !== undefined) return `The database cannot be used: ${why} (${error.message}).`;
  return PLAIN.includes(error.name) ? error.message : (error.stack ?? error.message);
}

/** Names the site that a command works on: without the service's settings, a terminal works on a different one. */
export const siteOf = ({ databaseUrl, dataDir }: Config): string =>
  databaseUrl === undefined ? `the site in ${dataDir}` : "the site in the database at DATABASE_URL";

/** Runs `work` with the app and its database: those of a running site, or started for the command. */
export async function atWork<T>(config: Config, work: (workplace: Workplace) => Promise<T>): Promise<T> {
  const database =
    config.databaseUrl === undefined
      ? await borrowEmbeddedPostgres(config.dataDir, archiveSettings(config))
      : { connectionString: config.databaseUrl, stop: async () => undefined };
  try {
    const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`;
    const { app, close } = await compose(config, database.connectionString, publicUrl);
    try {
      await refreshSettings(app);
      return await work({ app, connectionString: database.connectionString });
    } finally {
      await close();
    }
  } finally {
    await database.stop();
  }
}

/**
 * Runs a terminal command and prints its result or its error message. On SIGINT or SIGTERM it aborts through `signal`
 * and cleans up.
 */
export function runCommand(
  command: (config: Config, args: readonly string[], signal: AbortSignal) => Promise<string>,
): void {
  const stopping = new AbortController();
  const stop = () => {
    stopping.abort();
    setTimeout(() => process.exit(1), STOP_MS).unref();
  };
  for (const name of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(name, stop);
  const run = async () => {
    // The command reports through its return value.
    const config = { ...readConfig(), logLevel: "silent" as const };
    return command(config, process.argv.slice(2), stopping.signal);
  };
  run().then(
    (answer) => process.stdout.write(`${answer}\n`),
    (error: unknown) => {
      process.stderr.write(`${stopping.signal.aborted ? "Stopped before the end." : explain(error)}\n`);
      process.exitCode = 1;
    },
  );
}
