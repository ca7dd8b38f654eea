import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeScriptProject } from "#tests/support/script-project.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { runAtTerminal } from "#tests/support/terminal.ts";

test("[OPS-04] a backup's name without a folder is of the folder in which the command was given", async () => {
  const folder = await temporaryFolder();
  const settings = { INIT_CWD: folder, DATA_DIR: join(folder, "data"), WAL_ARCHIVE_DIR: join(folder, "archive") };
  const at = (file: string, ...args: string[]) => runAtTerminal(`src/server/backup/${file}.ts`, args, settings).shown;
  expect((await at("backup", "--new-key", "my.key")).err).toBe("");
  expect(await readdir(folder)).toContain("my.key");
  expect((await at("restore", "monday.tar.gz")).err).toContain(join(folder, "monday.tar.gz"));
});

test("`sandbar` says in which folder it was called", async () => {
  const project = await makeScriptProject();
  await mkdir(join(project.folder, "src/server/backup"));
  await writeFile(
    join(project.folder, "src/server/backup/backup.ts"),
    `console.log("called in " + process.env.INIT_CWD + " for " + process.argv[2])`,
  );
  const { said } = await project.run(["sandbar.mjs", "backup", "monday.tar.gz"], { INIT_CWD: "/elsewhere" });
  expect(said).toContain("called in / for monday.tar.gz\n");
});
