import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { until } from "#tests/support/processes.ts";
import type { SiteProcess } from "#tests/support/site-process.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

const PRELOAD = fileURLToPath(new URL("faulty-machine.ts", import.meta.url));

/** What a machine is made to do to the site's process. */
export type Machine = {
  /** How far its clock is ahead of the real one; negative: behind. */
  readonly aheadMs: number;
  /** What whatever writes under a folder is answered. */
  readonly disk: { readonly folder: string; readonly code: "ENOSPC" | "EROFS" } | null;
};

/** A machine for one site process: its settings, and how it is made to fail while the site runs. */
export async function makeMachine() {
  const file = join(await temporaryFolder(), "machine.json");
  const write = async (machine: Partial<Machine>) => {
    const text = JSON.stringify({ aheadMs: 0, disk: null, ...machine });
    await writeFile(file, text);
    return text;
  };
  await write({});
  return {
    settings: { NODE_OPTIONS: `--import ${PRELOAD}`, FAULTY_MACHINE: file },
    async become(site: SiteProcess, machine: Partial<Machine>): Promise<void> {
      const text = await write(machine);
      site.child.kill("SIGUSR2");
      await until("the site's machine has changed", async () => (await readFile(`${file}.read`, "utf8")) === text);
    },
  };
}
