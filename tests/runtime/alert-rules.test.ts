import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { backup } from "#tests/support/backups.ts";
import { readMetrics } from "#tests/support/read-metrics.ts";
import { startSiteProcess } from "#tests/support/site-process.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

const METRICS_TOKEN = "read-the-metrics-9";
// npm test finds it, and installs it where it can.
const PROMTOOL = process.env["PROMTOOL_PATH"] ?? "/usr/bin/promtool";
const placeOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const RULES = placeOf("deploy/prometheus.rules.yml");
const BOARD = placeOf("deploy/grafana-board.json");

type Board = { readonly panels: readonly { readonly title: string; targets?: readonly { readonly expr: string }[] }[] };

async function boardQueries(): Promise<string[]> {
  const { panels } = JSON.parse(await readFile(BOARD, "utf8")) as Board;
  return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
}

test("[OPS-05] promtool accepts the alerts; each fires on a bad day, and none on a good one", () => {
  const tool = (...args: string[]) => execFileSync(PROMTOOL, args, { encoding: "utf8" });
  expect(tool("check", "rules", "--lint-fatal", RULES)).toContain("SUCCESS: 12 rules found");
  expect(tool("test", "rules", placeOf("tests/runtime/prometheus.rules.test.yml"))).toContain("SUCCESS");
});

test("[OPS-05] promtool accepts each query of the board", async () => {
  const queries = await boardQueries();
  const rules = queries.map((expr, index) => ({
    record: `board:query:${index}`,
    expr: expr.replaceAll("$__rate_interval", "5m").replaceAll("$job", "sandbar"),
  }));
  // JSON is YAML.
  const file = join(await temporaryFolder(), "board.yml");
  await writeFile(file, JSON.stringify({ groups: [{ name: "board", rules }] }));
  const said = execFileSync(PROMTOOL, ["check", "rules", file], { encoding: "utf8" });
  expect(said).toContain(`SUCCESS: ${queries.length} rules found`);
});

test("[OPS-05] every metric of the alerts and the board is one that the site shows, the age of the last backup too", async () => {
  const DATA_DIR = join(await temporaryFolder(), "site");
  const site = await startSiteProcess({ DATA_DIR, SEED: "none", METRICS_TOKEN });
  onTestFinished(async () => void (await site.stop()));
  const saved = await backup(join(await temporaryFolder(), "night.tar.gz"), { DATA_DIR }).shown;
  expect(saved.code).toBe(0);
  await fetch(`${site.url}/healthz`);
  const answer = await fetch(`${site.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  const samples = readMetrics(await answer.text());
  const age = samples.find(({ name }) => name === "sandbar_backup_age_seconds");
  expect(age?.value).toBeGreaterThanOrEqual(0);
  const shown = new Set(samples.map(({ name }) => name));
  const queries = [await readFile(RULES, "utf8"), ...(await boardQueries())].join("\n");
  const used = new Set(queries.match(/\b(?:sandbar|nodejs|process)_\w+/g));
  expect(used.size).toBeGreaterThan(15);
  expect([...used].filter((name) => !shown.has(name))).toEqual([]);
});
