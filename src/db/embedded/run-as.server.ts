import { spawnSync } from "node:child_process";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Binaries } from "#src/db/embedded/binaries.server.ts";
import { CannotStart } from "#src/db/embedded/cannot-start.ts";

type Account = { readonly uid: number; readonly gid: number };

/** How to run PostgreSQL, which refuses to run as root. */
export type RunAs = {
  command(program: string, args: readonly string[]): readonly [program: string, args: string[]];
  /** Set when the program runs as another account, which must own its files. */
  readonly account: Account | undefined;
};

const asAccount = (account: Account | undefined): RunAs => ({
  command: (program, args) => [program, [...args]],
  account,
});

/**
 * Inside a user namespace, root appears as an ordinary user but keeps root's file access, so it works in folders that
 * only root can enter. Any user will do, as long as initdb finds it in the account database.
 */
async function inNamespace(): Promise<RunAs> {
  const accounts = (await readFile("/etc/passwd", "utf8").catch(() => "")).split("\n").map((line) => line.split(":"));
  const [, , uid = "1000", gid = "1000"] = accounts.find((fields) => Number(fields[2]) > 0) ?? [];
  const options = ["--user", `--map-user=${uid}`, `--map-group=${gid}`];
  return { command: (program, args) => ["unshare", [...options, program, ...args]], account: undefined };
}

/** Whether PostgreSQL can run this way and access the data directory. */
function works(way: RunAs, dataDir: string, binaries: Binaries): boolean {
  const [file, args] = way.command("/bin/sh", [
    "-c",
    'cd "$1" && exec "$2" --version',
    "sh",
    dataDir,
    join(binaries.folder, "postgres"),
  ]);
  return spawnSync(file, args, { env: binaries.env, stdio: "ignore", ...way.account }).status === 0;
}

/** Chooses how to run PostgreSQL for the current user. Throws a readable error if root has no way. */
export async function chooseRunAs(dataDir: string, cluster: string, binaries: Binaries): Promise<RunAs> {
  if (process.getuid?.() !== 0) return asAccount(undefined);
  const made = await stat(cluster).catch(() => null);
  const { uid, gid } = made ?? (await stat(dataDir));
  const ways: RunAs[] = [];
  if (uid !== 0) ways.push(asAccount({ uid, gid }));
  // PostgreSQL opens a cluster only as its owner.
  if (uid === 0 || !made) ways.push(await inNamespace());
  const way = ways.find((candidate) => works(candidate, dataDir, binaries));
  if (way) return way;
  throw new CannotStart(
    `PostgreSQL does not run as root, and there is no other way here: ${uid === 0 ? "this machine does not allow user namespaces (unshare --user)" : `the account that owns ${made ? cluster : dataDir} (user id ${uid}) may not enter it or the installation`}. ` +
      "Start Sandbar as an ordinary user that owns the project and the data directory, or set DATABASE_URL to a PostgreSQL of your own.",
  );
}
