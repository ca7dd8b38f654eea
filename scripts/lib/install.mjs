import { existsSync } from "node:fs";
import { cp, mkdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { bringNode, projectNode, projectNpm } from "./node.mjs";
import { machineNpmSettings, npmFault, runNpm } from "./npm.mjs";
import { libcName, PlainError, readStamp, ROOT, sha256, step, writeStamp } from "./steps.mjs";

/** Where the emulators of services elsewhere are kept, apart from what the site needs. */
const EMULATORS = join(ROOT, "tests", "emulators");

/** Brings Node, and installs with it what the site is built from and runs on, unless that is done already. */
export async function installSite() {
  await bringNode();
  await installIn(ROOT, { words: "Installing packages (the first time about half a minute)" });
}

/** As {@link installSite}, with what only checks and tests need. */
export async function installAll() {
  await bringNode();
  await installIn(ROOT, { words: "Installing packages, with those of the tests", isAll: true });
}

/** Installs what the tests with emulators need, unless that is done already. */
export function installEmulators() {
  return installIn(EMULATORS, { words: "Installing the emulators for the tests (140 MB, once)", isAll: true });
}

const allows = (list, value) => {
  const all = [list ?? []].flat();
  return all.length === 0 || (all.some((one) => one === value) && !all.includes(`!${value}`));
};

/** Packages for this kind of machine that npm left out: it passes over an optional one that it could not fetch. */
function leftOut(folder, { packages = {} }, isAll) {
  const isOurs = ({ os, cpu, libc, dev }) =>
    (os ?? cpu ?? libc) !== undefined &&
    (isAll || !dev) &&
    allows(os, process.platform) &&
    allows(cpu, process.arch) &&
    (process.platform !== "linux" || allows(libc, libcName()));
  return Object.entries(packages)
    .filter(([path, entry]) => isOurs(entry) && !existsSync(join(folder, path, "package.json")))
    .map(([path]) => path.replace(/^.*node_modules\//, ""));
}

/** `node` is the project's own also for `npx` and for tools that are started by hand. */
async function linkNode() {
  const link = join(ROOT, "node_modules", ".bin", "node");
  await rm(link, { force: true });
  // Relative, so that it still leads there when the whole folder is moved.
  await symlink(relative(dirname(link), projectNode().path), link);
}

/** Packages are installed beside those that a running site uses, and take their place when they are whole. */
async function takeTheirPlace(folder, next) {
  const packages = join(folder, "node_modules");
  if (existsSync(packages)) await rename(packages, join(next, "old"));
  await rename(join(next, "node_modules"), packages);
  await rm(next, { recursive: true });
}

/** Installs the exact packages of the lockfile unless that is done already. Where all were installed, all are kept. */
async function installIn(folder, { words, isAll: wantsAll = false }) {
  const stamp = join(folder, "node_modules", ".sandbar-install");
  const lock = await readFile(join(folder, "package-lock.json"), "utf8");
  const installed = await readStamp(stamp);
  const isAll = wantsAll || installed.endsWith(" all");
  // Native packages are chosen by these.
  const kind = [sha256(lock), projectNode().version, process.platform, process.arch, libcName()].join(" ");
  const wanted = `${kind} ${isAll ? "all" : "site"}`;
  if (installed === wanted) return;
  const next = join(folder, ".next");
  await step(words, async () => {
    await rm(next, { recursive: true, force: true });
    await mkdir(next);
    for (const file of ["package.json", "package-lock.json"]) await cp(join(folder, file), join(next, file));
    const patience = ["--fetch-timeout=20000", "--fetch-retries=1", "--fetch-retry-mintimeout=1000"];
    // Said outright, so that neither NODE_ENV nor npm's own settings decide it.
    const kinds = [isAll ? "--include=dev" : "--omit=dev", "--include=optional"];
    const env = await machineNpmSettings();
    const result = await runNpm(["ci", ...kinds, ...patience], { cwd: next, env, npm: projectNpm() });
    if (result.code !== 0) throw new PlainError(npmFault(result));
    const missing = leftOut(next, JSON.parse(lock), isAll);
    if (missing.length > 0)
      throw new PlainError(`These packages could not be fetched: ${missing.join(", ")}. Start again.`);
    await takeTheirPlace(folder, next);
    if (folder === ROOT) await linkNode();
  });
  await writeStamp(stamp, wanted);
}
