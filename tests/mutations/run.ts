// npm run test:mutations: changes the product in a copy of the project, one kept mutation at a time, and runs the tests
// that should notice: by an assertion, as a product that does not start proves nothing. Exits 1 when fewer than 95 % are noticed. `--only TEXT` runs those whose words or file contain it.
import { spawn } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { MUTATIONS } from "#tests/mutations/list.ts";
import type { Mutation } from "#tests/mutations/mutation.ts";
import { noticedBy } from "#tests/mutations/verdict.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const NOTICED_PERCENT = 95;
const NOT_COPIED = new Set(["node_modules", "build", "data", ".git"]);
/** A test that waits for what can no longer come has said so by then. */
const LONGEST_MS = 5 * 60_000;

const say = (line: string) => process.stdout.write(`${line}\n`);
const only = process.argv.includes("--only") ? process.argv[process.argv.indexOf("--only") + 1] : undefined;
const chosen = MUTATIONS.filter(({ what, file }) => only === undefined || `${what} ${file}`.includes(only));

async function copyProject(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "sandbar-mutations-"));
  for (const name of await readdir(ROOT)) {
    if (NOT_COPIED.has(name)) continue;
    await cp(join(ROOT, name), join(folder, name), {
      recursive: true,
      filter: (path) => !path.endsWith("/node_modules"),
    });
  }
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  return folder;
}

/** What came of a test file in a copy of the project: `failure` in words unless all passed, and the test that noticed. */
async function runTest(folder: string, test: string): Promise<{ failure: string | null; noticed: string | null }> {
  const report = join(folder, "report.json");
  await rm(report, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const args = [join("node_modules", "vitest", "vitest.mjs"), "run", "--bail", "1", ...reporters, test];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const timer = setTimeout(() => child.kill("SIGTERM"), LONGEST_MS);
  const code = await new Promise((done) => child.on("close", done));
  clearTimeout(timer);
  if (code === 0) return { failure: null, noticed: null };
  // oxlint-disable-next-line no-control-regex
  const lines = output.replaceAll(/\u001B\[[\d;]*m/g, "").split("\n");
  const failure =
    lines.find((line) => line.includes("FAIL "))?.trim() ?? `code ${String(code)}: ${lines.slice(-5).join(" ")}`;
  return { failure, noticed: noticedBy(JSON.parse(await readFile(report, "utf8").catch(() => "{}"))) };
}

const checked = new Set<string>();

/** Throws when a test file fails without any mutation: then it would notice everything. */
async function checkTest(folder: string, test: string): Promise<void> {
  if (checked.has(test)) return;
  const { failure } = await runTest(folder, test);
  if (failure !== null) throw new Error(`${test} fails without any mutation: ${failure}`);
  checked.add(test);
}

/** Which test noticed a mutation, or what only broke. */
async function tryMutation(
  folder: string,
  { file, find, replace, tests }: Mutation,
): Promise<{ failure: string | null; noticed: string | null }> {
  const path = join(folder, file);
  const original = await readFile(path, "utf8");
  let broken: string | null = null;
  for (const test of tests) {
    await checkTest(folder, test);
    await writeFile(
      path,
      original.replace(find, () => replace),
    );
    const { failure, noticed } = await runTest(folder, test);
    await writeFile(path, original);
    if (noticed !== null) return { failure, noticed };
    broken ??= failure;
  }
  return { failure: broken, noticed: null };
}

async function main(): Promise<void> {
  const folders = await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, copyProject));
  const survivors: Mutation[] = [];
  try {
    const waiting = [...chosen];
    const work = async (folder: string) => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { failure, noticed } = await tryMutation(folder, next);
        if (noticed !== null) say(`✓ ${next.what}\n    ${noticed}`);
        else {
          survivors.push(next);
          say(`✗ ${failure === null ? "SURVIVED" : "ONLY BROKE"}: ${next.what} (${next.file})\n    ${failure ?? ""}`);
        }
      }
    };
    await Promise.all(folders.map(work));
  } finally {
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
  }
  const noticed = chosen.length - survivors.length;
  const percent = (100 * noticed) / chosen.length;
  say(`\n${noticed} of ${chosen.length} mutations noticed (${percent.toFixed(1)} %; ${NOTICED_PERCENT} % required)`);
  for (const { what, file, tests } of survivors)
    say(`  survived: ${what} (${file}); expected ${tests.join(" or ")} to fail`);
  if (!(percent >= NOTICED_PERCENT)) process.exitCode = 1;
}

await main();
