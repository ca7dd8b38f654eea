// PostgreSQL's archive_command: FOLDER RECIPIENTS NAME PATH, run in the cluster's folder. Its output goes to
// postgres.log.
import { join } from "node:path";
import { clusterId, storeWal } from "#src/server/backup/wal-archive.ts";

const [root = "", recipients = "", name = "", path = ""] = process.argv.slice(2);

async function archive(): Promise<void> {
  const folder = join(root, await clusterId("."));
  await storeWal(folder, { name, path, recipients: recipients.split(",").filter(Boolean) });
}

archive().catch((error: unknown) => {
  process.stderr.write(`Changes could not be archived: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
