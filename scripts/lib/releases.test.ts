import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { keepBuiltFiles } from "./releases.mjs";

const DAY_MS = 24 * 60 * 60_000;
const START = new Date("2026-11-01T12:00:00Z");

test("open pages keep the files of a release for 30 days after it was replaced, however old it was by then", async () => {
  const base = await mkdtemp(join(tmpdir(), "sandbar-releases-"));
  onTestFinished(() => rm(base, { recursive: true, force: true }));
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const assetsOf = (name: string) => join(base, name, "build", "client", "assets");
  const build = async (name: string, day: number) => {
    const built = new Date(START.getTime() + day * DAY_MS);
    await mkdir(join(assetsOf(name), "fonts"), { recursive: true });
    for (const file of [`${name}.js`, join("fonts", `${name}.woff2`)]) {
      await writeFile(join(assetsOf(name), file), "");
      await utimes(join(assetsOf(name), file), built, built);
    }
    for (const folder of ["fonts", ""]) await utimes(join(assetsOf(name), folder), built, built);
  };
  const upgrade = async (before: string, name: string, day: number) => {
    vi.setSystemTime(START.getTime() + day * DAY_MS);
    await build(name, day);
    keepBuiltFiles(join(base, before), join(base, name));
    const has = (release: string) =>
      existsSync(join(assetsOf(name), `${release}.js`)) &&
      existsSync(join(assetsOf(name), "fonts", `${release}.woff2`));
    return ["first", "second", "third", "fourth"].filter(has);
  };
  await build("first", -45);
  expect(await upgrade("first", "second", 0)).toEqual(["first", "second"]);
  expect(await upgrade("second", "third", 29)).toEqual(["first", "second", "third"]);
  expect(await upgrade("third", "fourth", 31)).toEqual(["second", "third", "fourth"]);
});
