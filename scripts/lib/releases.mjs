// Releases beside each other: BASE/releases/ID, of which the links `current` and `previous` name two.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, join, relative } from "node:path";
import { PlainError, run, step, tail } from "./steps.mjs";

/** What belongs to a clone or a running site, and not to its code. */
const NOT_CODE = new Set([
  "node_modules",
  "build",
  "data",
  ".git",
  ".react-router",
  ".next",
  "coverage",
  "test-results",
]);

const KEPT_MS = 30 * 24 * 60 * 60_000;

async function must(what, program, args, options) {
  const { code, output } = await run(program, args, options);
  if (code !== 0) throw new PlainError(`${what}:\n${tail(output)}`);
  return output.trim();
}

/** The release that a link names; undefined where there is none. */
export function linked(base, name) {
  const path = join(base, name);
  return existsSync(path) ? realpathSync(path) : undefined;
}

/** Points a link at a release, at once: there is never none. */
export function link(base, name, release) {
  const made = join(base, `.${name}`);
  rmSync(made, { force: true });
  symlinkSync(join("releases", basename(release)), made);
  renameSync(made, join(base, name));
}

async function copyCode(source, release) {
  if (!existsSync(join(source, ".git"))) {
    cpSync(source, release, { recursive: true, filter: (path) => !NOT_CODE.has(basename(path)) });
    return;
  }
  // What was committed, and nothing that lies beside it.
  const archive = `${release}.tar`;
  mkdirSync(release);
  await must("The code could not be read", "git", ["archive", "--output", archive, "HEAD"], { cwd: source });
  await must("The code could not be unpacked", "tar", ["-xf", archive, "-C", release]);
  rmSync(archive);
}

async function nameOf(source) {
  const time = new Date().toISOString().slice(0, 19).replaceAll(":", "");
  if (!existsSync(join(source, ".git"))) return time;
  return `${time}-${await must("This is no clone", "git", ["rev-parse", "--short", "HEAD"], { cwd: source })}`;
}

/** Until when the files that a release has from earlier ones were of the release in service. */
const KEPT_FILES = join("build", "kept-files.json");

/** Pages that are open in browsers go on loading files of the release that they came from, for some weeks. */
export function keepBuiltFiles(before, release) {
  const folder = join("build", "client", "assets");
  if (before === undefined || !existsSync(join(before, folder))) return;
  const [from, now] = [join(before, folder), Date.now()];
  const known = existsSync(join(before, KEPT_FILES)) ? JSON.parse(readFileSync(join(before, KEPT_FILES), "utf8")) : {};
  const kept = {};
  cpSync(from, join(release, folder), {
    recursive: true,
    force: false,
    filter: (path) => {
      if (statSync(path).isDirectory()) return true;
      const name = relative(from, path);
      // What it built itself is in service until now, however long ago that was.
      const servedUntil = known[name] ?? now;
      if (servedUntil < now - KEPT_MS || existsSync(join(release, folder, name))) return false;
      kept[name] = servedUntil;
      return true;
    },
  });
  writeFileSync(join(release, KEPT_FILES), JSON.stringify(kept));
}

/** Makes a release of the code in a folder: a copy, installed and built, which nothing uses yet. Its path. */
export async function makeRelease(base, source) {
  if (!existsSync(join(source, "scripts", "start.mjs"))) throw new PlainError(`There is no Sandbar in ${source}.`);
  mkdirSync(join(base, "releases"), { recursive: true });
  const release = join(base, "releases", await nameOf(source));
  try {
    await copyCode(source, release);
    await step(`Preparing ${basename(release)}`, () =>
      must("It could not be prepared", process.execPath, ["scripts/start.mjs", "--prepare"], { cwd: release }),
    );
    keepBuiltFiles(linked(base, "current"), release);
  } catch (error) {
    rmSync(release, { recursive: true, force: true });
    throw error;
  }
  return release;
}

/** The folders that some process runs in. */
function foldersInUse() {
  return readdirSync("/proc").flatMap((pid) => {
    try {
      return /^\d+$/.test(pid) ? [readlinkSync(`/proc/${pid}/cwd`)] : [];
    } catch {
      return [];
    }
  });
}

/** Removes releases that no link names and nothing runs from: the database may stay with an older one. */
export function removeOldReleases(base) {
  const kept = new Set([linked(base, "current"), linked(base, "previous"), ...foldersInUse()]);
  const folder = realpathSync(join(base, "releases"));
  for (const name of readdirSync(folder))
    if (!kept.has(join(folder, name))) rmSync(join(folder, name), { recursive: true, force: true });
}
