import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { onTestFinished } from "vitest";
import { freePort, until } from "#tests/support/processes.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

// npm test finds it, and installs it where it can.
const PGBOUNCER = process.env["PGBOUNCER_PATH"] ?? "/usr/sbin/pgbouncer";

/** A pgbouncer before the database on this port of this machine; the address for the site. */
export async function startPgbouncer(databasePort: number, mode: "session" | "transaction"): Promise<string> {
  const folder = await temporaryFolder();
  const port = await freePort();
  const config = join(folder, "pgbouncer.ini");
  await writeFile(join(folder, "users.txt"), `"sandbar" ""\n`);
  await writeFile(
    config,
    `[databases]\nsandbar = host=127.0.0.1 port=${databasePort} user=sandbar
[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = any
auth_file = ${join(folder, "users.txt")}\npool_mode = ${mode}\n`,
  );
  // It refuses to be root, who owns these files here.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) for (const path of [folder, config, join(folder, "users.txt")]) await chmod(path, 0o755);
  const args = isRoot ? ["-u", "nobody", config] : [config];
  const child = spawn(PGBOUNCER, args, { stdio: "ignore" });
  const exited = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await exited;
  });
  const url = `postgres://sandbar@127.0.0.1:${port}/sandbar?sslmode=disable`;
  await until("pgbouncer answers", async () => {
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => undefined);
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  });
  return url;
}
