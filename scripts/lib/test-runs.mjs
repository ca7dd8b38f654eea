// Runs projects of vitest.config.ts and says what came out of them: for `npm test` and what else runs tests.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { build } from "./build.mjs";
import { ensureChromium } from "./chromium.mjs";
import { installEmulators } from "./install.mjs";
import { ensureNginx } from "./nginx.mjs";
import { ensurePgbouncer } from "./pgbouncer.mjs";
import { ensurePromtool } from "./promtool.mjs";
import { PlainError, ROOT } from "./steps.mjs";
import { runTool } from "./tools.mjs";

/**
 * Each is a project of vitest.config.ts. `waits` marks those that spend most of their time waiting for processes and
 * clocks: they run beside the others.
 */
export const PROJECTS = [
  { name: "unit", fast: true, needsBuild: false },
  { name: "api", fast: false, needsBuild: false },
  { name: "emulators", fast: false, needsBuild: true, needsEmulators: true, waits: true },
  { name: "runtime", fast: false, needsBuild: true, needsServers: true, waits: true },
  { name: "e2e", fast: false, needsBuild: true },
];

/** Returns null when `work` succeeded, else the sentence that says why these tests cannot run. */
async function prepare(work) {
  try {
    await work();
    return null;
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
    return error.message;
  }
}

/**
 * Builds the site and finds the programs that these projects need. Returns the environment for their tests and, by
 * project, why one cannot run.
 */
export async function prepareProjects(projects) {
  const env = {};
  const refused = new Map();
  const need = async (isNeeded, work) => {
    const affected = projects.filter((project) => isNeeded(project));
    if (affected.length === 0) return;
    const why = await prepare(work);
    if (why === null) return;
    for (const { name } of affected) refused.set(name, why);
  };
  await need(
    ({ needsBuild }) => needsBuild,
    async () => {
      env.CHROMIUM_PATH = await ensureChromium();
      await build();
    },
  );
  await need(({ needsEmulators }) => needsEmulators, installEmulators);
  await need(
    ({ needsServers }) => needsServers,
    async () => {
      env.NGINX_PATH = await ensureNginx();
      env.PGBOUNCER_PATH = await ensurePgbouncer();
      env.PROMTOOL_PATH = await ensurePromtool();
    },
  );
  return { env, refused };
}

/** Runs vitest with these arguments, shown as it goes or returned as `output`; its JSON report, `{}` without one. */
export async function runVitest(args, { env, show }) {
  const folder = await mkdtemp(join(tmpdir(), "sandbar-report-"));
  const file = join(folder, "report.json");
  try {
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
    const { code, output } = await runTool("vitest", ["run", ...args, ...reporters], { show, env });
    return { code, output, report: JSON.parse(await readFile(file, "utf8").catch(() => "{}")) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Counts what passed, failed and was skipped. A run without a test has failed. */
export function countTests({ code, report }) {
  const passed = report.numPassedTests ?? 0;
  const skipped = (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0);
  let failed = report.numFailedTests ?? 0;
  // A file that cannot be loaded has no tests to count.
  if (failed === 0 && (code !== 0 || passed === 0)) failed = 1;
  return { passed, failed, skipped };
}

/** Lists the tests that failed, and the files that could not be loaded, each with the first line of why. */
export function failuresOf({ code, report }) {
  const line = (text = "") => text.trim().split("\n")[0];
  const failures = (report.testResults ?? []).flatMap(({ name: path, status, message, assertionResults }) => {
    const name = relative(ROOT, path);
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (failed.length === 0) return status === "failed" ? [{ test: name, why: line(message) }] : [];
    return failed.map((test) => ({ test: `${name} › ${test.fullName}`, why: line(test.failureMessages?.[0]) }));
  });
  if (code !== 0 && failures.length === 0) return [{ test: "vitest", why: `ended with code ${code}` }];
  return failures;
}

/** Divides projects into those that keep the cores busy and those that mostly wait. */
export const linesOf = (projects) => ({
  busy: projects.filter(({ waits }) => !waits),
  waiting: projects.filter(({ waits }) => waits),
});

/** Runs two lines of steps beside each other, each line in its order. */
export async function inTwoLines(busy, waiting) {
  const runLine = async (steps) => {
    for (const step of steps) await step();
  };
  await Promise.all([runLine(busy), runLine(waiting)]);
}
