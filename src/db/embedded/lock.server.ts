import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { join } from "node:path";

/** Another Sandbar runs on this data directory; the message is for the person who reads it. */
export class DataDirectoryInUse extends Error {
  override name = "DataDirectoryInUse";

  constructor(process: string) {
    super(`Sandbar already runs on this data directory${process}. Stop it first, or set DATA_DIR to another folder.`);
  }
}

export type DirectoryLock = { release(): Promise<void> };

/** Exactly one holder a data directory. Throws {@link DataDirectoryInUse} when there is one already. */
export async function lockDataDirectory(dataDir: string): Promise<DirectoryLock> {
  return process.platform === "linux" ? lockByName(dataDir) : lockByFile(dataDir);
}

/**
 * The lock is a name in the kernel (an abstract socket): taken by one at most, and gone with the process however it
 * ends. So it can be neither raced for nor left behind. Whoever connects is told the holder's process id.
 */
async function lockByName(dataDir: string): Promise<DirectoryLock> {
  const { dev, ino } = await stat(dataDir);
  const name = `\0sandbar-${createHash("sha256").update(`${dev}:${ino}`).digest("hex").slice(0, 32)}`;
  const server = createServer((socket) => socket.end(String(process.pid)));
  server.listen(name);
  try {
    await once(server, "listening");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    throw new DataDirectoryInUse(await askHolder(name));
  }
  server.unref();
  return { release: () => close(server) };
}

async function askHolder(name: string): Promise<string> {
  const socket = connect(name);
  // Only for the sentence: a holder that does not answer holds it all the same.
  socket.setTimeout(1000, () => socket.destroy());
  let pid = "";
  socket.on("data", (chunk) => (pid += chunk.toString()));
  await once(socket, "close").catch(() => undefined);
  return /^\d+$/.test(pid) ? ` (process ${pid})` : "";
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

/** Elsewhere a file holds the process id; one whose process is gone is taken over. */
async function lockByFile(dataDir: string): Promise<DirectoryLock> {
  const file = join(dataDir, "sandbar.pid");
  const take = () => writeFile(file, String(process.pid), { flag: "wx" });
  try {
    await take();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    const pid = Number(await readFile(file, "utf8").catch(() => ""));
    if (isAlive(pid)) throw new DataDirectoryInUse(` (process ${pid})`);
    await rm(file, { force: true });
    await take().catch(() => {
      throw new DataDirectoryInUse("");
    });
  }
  return { release: () => rm(file, { force: true }) };
}

/** Whether a process of this id runs. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It runs, and is somebody else's.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
