import { execFile } from "node:child_process";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

const run = promisify(execFile);

export type SmallDisk = {
  readonly folder: string;
  /** Not a byte is free anymore. */
  readonly fill: () => Promise<void>;
  readonly free: () => Promise<void>;
  /** Rejects while something on it is open for writing. */
  readonly setWritable: (isWritable: boolean) => Promise<void>;
};

/** A disk of its own, in memory, gone after the test; null where this account may not mount one. */
export async function mountDisk(megabytes: number): Promise<SmallDisk | null> {
  const folder = await temporaryFolder();
  try {
    await run("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=0700`, "sandbar-test", folder]);
  } catch {
    return null;
  }
  onTestFinished(async () => void (await run("umount", ["--lazy", folder])));
  const ballast = join(folder, "ballast");
  return {
    folder,
    fill: async () => {
      const file = await open(ballast, "a");
      for (const bytes of [1024 * 1024, 4096, 1]) {
        const chunk = Buffer.alloc(bytes);
        for (let isRoom = true; isRoom;) {
          isRoom = await file.write(chunk).then(
            ({ bytesWritten }) => bytesWritten === bytes,
            () => false,
          );
        }
      }
      await file.close();
    },
    free: () => rm(ballast),
    setWritable: async (isWritable) => void (await run("mount", ["-o", `remount,${isWritable ? "rw" : "ro"}`, folder])),
  };
}
