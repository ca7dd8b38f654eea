import { join } from "node:path";
import type { Config } from "#src/config.server.ts";
import type { App } from "#src/context/app.ts";
import { projectPath } from "#src/shared/project-folder.server.ts";

/** Maximum delay of a change reaching the archive, even on a quiet day. */
const ARCHIVE_SECONDS = 60;

/** Quotes a shell word inside a setting in which PostgreSQL expands `%`. */
const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`).replaceAll("%", "%%")}'`;

/**
 * Builds a PostgreSQL command that runs one of our files. `%f` and `%p` stay unquoted, because PostgreSQL fills them
 * in.
 */
export function commandOf(file: string, words: readonly string[]): string {
  const path = projectPath(`src/server/backup/${file}`);
  return [process.execPath, path, ...words].map(quoted).join(" ");
}

/** Settings that make the private database archive its WAL; none without WAL_ARCHIVE_DIR. */
export function archiveSettings({ walArchiveDir, backupRecipients }: Config): Record<string, string> {
  if (walArchiveDir === undefined) return {};
  return {
    archive_mode: "on",
    archive_timeout: String(ARCHIVE_SECONDS),
    archive_command: `${commandOf("archive-wal.ts", [walArchiveDir, backupRecipients.join(",")])} %f %p`,
  };
}

/** Saves the group's time zone if WAL is archived. */
export async function keepZoneWhereAsked({ config }: App): Promise<void> {
  if (config.walArchiveDir === undefined || config.databaseUrl !== undefined) return;
  const { clusterId, saveZone } = await import("#src/server/backup/wal-archive.ts");
  const cluster = await clusterId(join(config.dataDir, "postgres"));
  await saveZone(join(config.walArchiveDir, cluster), config.group.timeZone);
}

/** Makes a base backup if WAL is archived. Loads its packages only then. */
export async function saveBaseWhereAsked({ config }: App): Promise<number> {
  if (config.walArchiveDir === undefined || config.databaseUrl !== undefined) return 0;
  const { saveBase } = await import("#src/server/backup/base-backup.ts");
  return saveBase(config, config.walArchiveDir);
}
