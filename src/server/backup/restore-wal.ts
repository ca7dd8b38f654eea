// PostgreSQL's restore_command: FOLDER IDENTITY NAME PATH, run in the cluster's folder.
import { writeFile } from "node:fs/promises";
import { fetchWal } from "#src/server/backup/wal-archive.ts";

const [folder = "", identity = "", name = "", path = ""] = process.argv.slice(2);
/** Exit code that tells PostgreSQL the file does not exist, so the archive ends here. */
const NO_FILE = 1;
/** Exit code above 125, which makes PostgreSQL abort the recovery. */
const DAMAGED = 200;

async function restore(): Promise<number> {
  const data = await fetchWal(folder, name, identity || undefined);
  if (data === null) return NO_FILE;
  await writeFile(path, data, { mode: 0o600 });
  return 0;
}

restore().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = DAMAGED;
  },
);
