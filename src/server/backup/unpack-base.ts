import { createReadStream, createWriteStream } from "node:fs";
import { chmod, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { extract } from "tar-stream";
import { FOLDERS } from "#src/server/backup/base-backup.ts";
import { decryptWith } from "#src/server/backup/encryption.ts";
import type { Base } from "#src/server/backup/wal-archive.ts";
import { Refused } from "#src/server/refused.ts";

const isInside = (name: string) => !name.startsWith("/") && !name.split("/").includes("..");

/** Unpacks a base backup into a folder. Throws {@link Refused}. */
export async function unpackBase(base: Base, cluster: string, identity: string | undefined): Promise<void> {
  const path = join(base.folder, "base", base.name);
  const isEncrypted = base.name.endsWith(".age");
  if (isEncrypted && identity === undefined)
    throw new Refused(`${path} is encrypted. Say which key opens it: --identity KEYFILE`);
  const decrypt = isEncrypted ? await decryptWith(identity ?? "", path) : null;
  const tar = extract();
  const source = createReadStream(path);
  const unpacked = decrypt ? pipeline(source, decrypt, createGunzip(), tar) : pipeline(source, createGunzip(), tar);
  // The reader below reports the error.
  unpacked.catch(() => undefined);
  let folders: string[] | undefined;
  try {
    for await (const entry of tar) {
      const { name } = entry.header;
      if (!isInside(name)) throw new Refused(`${path} is no base backup of Sandbar.`);
      if (name === FOLDERS) {
        folders = JSON.parse(await text(entry)) as string[];
        continue;
      }
      const file = join(cluster, name);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await pipeline(entry, createWriteStream(file, { flags: "wx", mode: 0o600 }));
    }
    await unpacked;
  } catch (error) {
    if (error instanceof Refused || (error as NodeJS.ErrnoException).code === "ENOSPC") throw error;
    throw new Refused(
      `The base backup ${path} is damaged. Recover from an older one: take this one out of its folder.`,
      {
        cause: error,
      },
    );
  }
  if (folders === undefined) throw new Refused(`The base backup ${path} is damaged: its end is missing.`);
  for (const name of folders.filter(isInside)) await mkdir(join(cluster, name), { recursive: true, mode: 0o700 });
  await mkdir(join(cluster, "pg_wal", "archive_status"), { recursive: true, mode: 0o700 });
  await chmod(cluster, 0o700);
}
