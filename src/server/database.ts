// `node scripts/start.mjs --database`: runs only the private PostgreSQL, for site instances that start and stop
// independently.
import { ConfigError, readConfig } from "#src/config.server.ts";
import { CannotStart } from "#src/db/embedded/cannot-start.ts";
import { startEmbeddedPostgres } from "#src/db/embedded/embedded-postgres.server.ts";
import { archiveSettings } from "#src/server/backup/archive-settings.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);

async function start(): Promise<void> {
  const config = readConfig();
  if (config.databaseUrl !== undefined) {
    say("DATABASE_URL is set, so the private database is not started.");
    process.send?.("ready");
    return;
  }
  const { dataDir } = config;
  const database = await startEmbeddedPostgres({
    dataDir,
    onProgress: say,
    settings: archiveSettings(config),
    lends: true,
  });
  const stop = () => void database.stop().then(() => process.exit(0));
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, stop);
  // The start script was killed without forwarding a signal.
  process.on("disconnect", stop);
  say("The database is ready");
  // Sent to the start script if it started this process.
  process.send?.("ready");
}

start().catch((error: unknown) => {
  const isPlain = error instanceof ConfigError || error instanceof CannotStart;
  process.stderr.write(`${isPlain ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
  process.disconnect?.();
});
