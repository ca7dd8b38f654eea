import { join } from "node:path";
import type { Config } from "#src/config.server.ts";
import type { App } from "#src/context/app.ts";
import { projectPath } from "#src/shared/project-folder.server.ts";

/** Seconds after which a change is in the archive at the latest, also on a quiet day. */
const ARCHIVE_SECONDS = 60;

/** A word of a command that the shell reads, inside a setting in which PostgreSQL reads `%`. */
const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`).replaceAll("%", "%%")}'`;

/** A command of PostgreSQL's that runs one of our files. `%f` and `%p` come unquoted: PostgreSQL names them. */
export function commandOf(file: string, words: readonly string[]): string {
  const path = projectPath(`src/server/backup/${file}`);
  return [process.execPath, path, ...words].map(quoted).join(" ");
}

/** The private database's settings that keep its changes elsewhere; none without WAL_ARCHIVE_DIR. */
export function archiveSettings({ walArchiveDir, backupRecipients }: Config): Record<string, string> {
  if (walArchiveDir === undefined) return {};
  return {
    archive_mode: "on",
    archive_timeout: String(ARCHIVE_SECONDS),
    archive_command: `${commandOf("archive-wal.ts", [walArchiveDir, backupRecipients.join(",")])} %f %p`,
  };
}

/** Keeps the group's time zone where changes are archived. */
export async function keepZoneWhereAsked({ config }: App): Promise<void> {
  if (config.walArchiveDir === undefined || config.databaseUrl !== undefined) return;
  const { clusterId, saveZone } = await import("#src/server/backup/wal-archive.ts");
  const cluster = await clusterId(join(config.dataDir, "postgres"));
  await saveZone(join(config.walArchiveDir, cluster), config.group.timeZone);
}

/** Makes a base backup where changes are archived. Its packages are loaded only there. */
export async function saveBaseWhereAsked({ config }: App): Promise<number> {
  if (config.walArchiveDir === undefined || config.databaseUrl !== undefined) return 0;
  const { saveBase } = await import("#src/server/backup/base-backup.ts");
  return saveBase(config, config.walArchiveDir);
}
