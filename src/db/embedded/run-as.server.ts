import { spawnSync } from "node:child_process";
import { stat } from "node:fs/promises";

/** How to run a program of PostgreSQL, which refuses to run as root. */
export type RunAs = {
  command(program: string, args: readonly string[]): readonly [program: string, args: string[]];
  /** Set when the program runs as another account of the machine, which must own its files. */
  readonly account: { readonly uid: number; readonly gid: number } | undefined;
};

// In a user namespace root is seen as this ordinary user: files stay root's, so it works below any folder.
const UNSHARE = ["--user", "--map-user=1000", "--map-group=1000"];

/** Decides how to run PostgreSQL for the owner of this process. Throws, in words, when root has no way. */
export async function chooseRunAs(dataDir: string): Promise<RunAs> {
  if (process.getuid?.() !== 0) {
    return { command: (program, args) => [program, [...args]], account: undefined };
  }
  if (spawnSync("unshare", [...UNSHARE, "true"]).status === 0) {
    return { command: (program, args) => ["unshare", [...UNSHARE, program, ...args]], account: undefined };
  }
  const { uid, gid } = await stat(dataDir);
  if (uid !== 0) return { command: (program, args) => [program, [...args]], account: { uid, gid } };
  throw new Error(
    "PostgreSQL does not run as root, and this machine does not allow user namespaces. Start Sandbar as an ordinary " +
      "user, or give the data directory to one (chown), or set DATABASE_URL to a PostgreSQL of your own.",
  );
}
