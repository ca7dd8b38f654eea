import { createHash } from "node:crypto";
import { chown, lstat, mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CannotStart } from "#src/db/embedded/cannot-start.ts";
import { makePrivateFolder } from "#src/db/embedded/cluster.server.ts";
import type { RunAs } from "#src/db/embedded/run-as.server.ts";

// The strictest system allows 104 bytes for a socket path, including the terminator.
const MAX_SOCKET_PATH = 103;
const SOCKET_NAME = ".s.PGSQL.5432";

const isShortEnough = (folder: string) => Buffer.byteLength(join(folder, SOCKET_NAME)) <= MAX_SOCKET_PATH;

/**
 * A private folder for the socket: `run` in the data directory, or, if that path is too long, one in the temporary
 * folder, recorded in `socket-folder.txt`. Throws a readable error if another user owns that folder.
 */
export async function chooseSocketFolder(dataDir: string, runAs: RunAs): Promise<string> {
  const near = join(dataDir, "run");
  if (isShortEnough(near)) {
    await makePrivateFolder(near, runAs);
    return near;
  }
  const name = `sandbar-${createHash("sha256").update(dataDir).digest("hex").slice(0, 16)}`;
  const far = [tmpdir(), "/tmp"].map((folder) => join(folder, name)).find(isShortEnough) ?? join("/tmp", name);
  const owner = runAs.account?.uid ?? process.getuid?.();
  // The temporary folder is shared. Follow no symlink and adopt no existing folder: it may be a trap.
  if (
    await mkdir(far, { mode: 0o700 }).then(
      () => true,
      () => false,
    )
  ) {
    if (runAs.account) await chown(far, runAs.account.uid, runAs.account.gid);
  }
  const info = await lstat(far).catch(() => null);
  if (!info?.isDirectory() || info.uid !== owner || (info.mode & 0o077) !== 0) {
    throw new CannotStart(
      `The folder ${far} cannot be made, or belongs to someone else. Remove it, or set DATA_DIR to a shorter path.`,
    );
  }
  await writeFile(join(dataDir, "socket-folder.txt"), `${far}\n`);
  return far;
}
