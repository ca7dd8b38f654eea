import { type Config, ConfigError, readConfig } from "#src/config.server.ts";
import type { App } from "#src/context/app.ts";
import { CannotStart } from "#src/db/embedded/cannot-start.ts";
import { borrowEmbeddedPostgres } from "#src/db/embedded/embedded-postgres.server.ts";
import { compose } from "#src/server/compose.server.ts";

/** Why a command of the terminal did not do what was asked: its message is all that the person there needs. */
export class Refused extends Error {
  override name = "Refused";
}

/** Told to stop, a command may take this long to clear up. */
const STOP_MS = 10_000;

/** What a command works with. */
export type Workplace = { readonly app: App; readonly connectionString: string };

/** Errors of other parts whose message is meant for people. */
const PLAIN = ["NoAdministrator", "StoreUnavailable", "CannotLoad"];
const NO_DATABASE: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing answers at its address",
  ENOTFOUND: "its host is not known",
  "28P01": "it refuses the password",
  "28000": "it refuses this account",
  "3D000": "there is no such database",
  "57P01": "it was stopped meanwhile",
  "55P03": "an upgrade has held it for a minute",
};

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof Refused || error instanceof ConfigError || error instanceof CannotStart) return error.message;
  const why = "code" in error ? NO_DATABASE[String(error.code)] : undefined;
  if (why !== undefined) return `The database cannot be used: ${why} (${error.message}).`;
  return PLAIN.includes(error.name) ? error.message : (error.stack ?? error.message);
}

/** The site's parts and its database for as long as `work` takes: those of a site that runs, or its own. */
export async function atWork<T>(config: Config, work: (workplace: Workplace) => Promise<T>): Promise<T> {
  const database =
    config.databaseUrl === undefined
      ? await borrowEmbeddedPostgres(config.dataDir)
      : { connectionString: config.databaseUrl, stop: async () => undefined };
  try {
    const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`;
    const { app, close } = compose(config, database.connectionString, publicUrl);
    try {
      return await work({ app, connectionString: database.connectionString });
    } finally {
      await close();
    }
  } finally {
    await database.stop();
  }
}

/**
 * Runs a command of the terminal, and shows its answer or, in words, why there is none. Told to stop, it ends what is
 * under way by `signal` and clears up.
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
    // What it has to say stands in its answer.
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
