import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { compressFolder } from "./compress.mjs";
import { PlainError, ROOT, readStamp, step, tail, writeStamp } from "./steps.mjs";
import { runTool } from "./tools.mjs";

const BUILD = join(ROOT, "build");
// Written last: a build that was cut short has none.
const STAMP = join(BUILD, ".stamp");
// What may have been removed by hand.
const OUTPUTS = ["client/assets", "server/main.js", "server/pages.js"];
// What the build is made of.
const SOURCES = [
  "src",
  "seeds",
  "assets",
  "vite.config.ts",
  "react-router.config.ts",
  "tsconfig.json",
  "package-lock.json",
  "scripts/lib/compress.mjs",
];

async function listFiles(path) {
  const info = await stat(path);
  if (!info.isDirectory()) return [{ path, info }];
  const names = (await readdir(path)).sort();
  return (await Promise.all(names.map((name) => listFiles(join(path, name))))).flat();
}

async function describeSources() {
  const files = (await Promise.all(SOURCES.map((source) => listFiles(join(ROOT, source))))).flat();
  return files.filter(({ path }) => !/\.test\.tsx?$/.test(path));
}

function datesOf(files) {
  const hash = createHash("sha256");
  for (const { path, info } of files) hash.update(`${path}\0${info.size}\0${info.mtimeMs}\n`);
  return hash.digest("hex");
}

async function contentsOf(files) {
  const hash = createHash("sha256");
  for (const { path } of files) hash.update(`${path}\0`).update(await readFile(path));
  return hash.digest("hex");
}

/** When what is built was last found to be that of the code, in milliseconds since 1970. */
export const builtAt = async () => (await stat(STAMP)).mtimeMs;

/** Builds the server, the pages and what browsers load, unless nothing that they are made of has changed. */
export async function build() {
  const files = await describeSources();
  const dates = datesOf(files);
  const isWhole = OUTPUTS.every((output) => existsSync(join(BUILD, output)));
  const [builtDates, builtContents] = isWhole ? (await readStamp(STAMP)).split("\n") : [];
  if (dates === builtDates) return;
  const contents = await contentsOf(files);
  // Touched, by a checkout say, but the same.
  if (contents !== builtContents) {
    await step("Building the site", async () => {
      await rm(BUILD, { recursive: true, force: true });
      const { code, output } = await runTool("react-router", ["build"], { env: { NODE_ENV: "production" } });
      if (code !== 0) throw new PlainError(`The site could not be built:\n${tail(output, 40)}`);
      await compressFolder(join(BUILD, "client"));
    });
  }
  await writeStamp(STAMP, `${dates}\n${contents}\n`);
}
