import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import type { RecordFigure } from "#tests/bench/report.ts";

const run = promisify(execFile);
const CLI = createRequire(import.meta.url).resolve("lighthouse/cli/index.js");
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;

const RUNS = 3;

type Audit = { readonly score: number | null; readonly scoreDisplayMode: string; readonly displayValue?: string };
type Category = {
  readonly score: number | null;
  readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
};
type LighthouseResult = {
  readonly runtimeError?: { readonly message: string };
  readonly categories: { readonly [id in (typeof CATEGORIES)[number]]: Category };
  readonly audits: { readonly [id: string]: Audit };
};

async function runOnce(url: string): Promise<LighthouseResult> {
  const args = [
    CLI,
    url,
    "--output=json",
    "--quiet",
    `--only-categories=${CATEGORIES.join(",")}`,
    // The sandbox needs rights that a container or root has not got; the only page it opens is ours.
    "--chrome-flags=--headless --no-sandbox",
  ];
  const env = { ...process.env, CHROME_PATH: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium" };
  const { stdout } = await run(process.execPath, args, { env, maxBuffer: 64 * 1024 * 1024 });
  const result = JSON.parse(stdout) as LighthouseResult;
  if (result.runtimeError) throw new Error(result.runtimeError.message);
  return result;
}

const lowest = ({ categories }: LighthouseResult) => Math.min(...CATEGORIES.map((id) => categories[id].score ?? 0));

/** The median of three runs: on a busy machine scores vary by ten points. A run that Chrome lost is repeated. */
async function runLighthouse(url: string): Promise<LighthouseResult> {
  const results: LighthouseResult[] = [];
  for (let failures = 0; results.length < RUNS;) {
    try {
      results.push(await runOnce(url));
    } catch (error) {
      failures += 1;
      if (failures === RUNS) throw error;
    }
  }
  return results.toSorted((a, b) => lowest(a) - lowest(b))[1] as LighthouseResult;
}

function lost({ audits, categories }: LighthouseResult): string[] {
  const counted = CATEGORIES.flatMap((id) =>
    categories[id].auditRefs.filter(({ weight }) => weight > 0).map(({ id: audit }) => audit),
  );
  return counted
    .filter((id) => (audits[id]?.score ?? 1) < 0.9)
    .map((id) => `${id} ${audits[id]?.displayValue ?? ""}`.trim());
}

async function firstEvent(origin: string): Promise<string> {
  const response = await fetch(`${origin}/api/social-events`);
  const { socialEvents } = (await response.json()) as { socialEvents: { socialEventId: string }[] };
  if (!socialEvents[0]) throw new Error("there is no event to look at");
  return socialEvents[0].socialEventId;
}

/** Lighthouse's four scores for a phone, of five pages of the demo town. The figure is the lowest score of the median run. */
export async function measureLighthouse(origin: string, record: RecordFigure): Promise<void> {
  const pages = [
    ["lighthouse-home", "/"],
    ["lighthouse-events", "/events"],
    ["lighthouse-event", `/events/${await firstEvent(origin)}`],
    ["lighthouse-join", "/join"],
    ["lighthouse-subscribe", "/subscribe"],
  ] as const;
  for (const [key, path] of pages) {
    const result = await runLighthouse(origin + path);
    const scores = CATEGORIES.map((id) => Math.round((result.categories[id].score ?? 0) * 100));
    const missing = lost(result);
    record(key, Math.min(...scores), `${scores.join(" / ")}${missing.length > 0 ? `: ${missing.join(", ")}` : ""}`);
  }
}
