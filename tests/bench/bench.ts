// npm run bench: measures the budgets of budgets.json, prints a table with the difference from last.json, and writes the
// run to data/bench/runs. Exits 1 when a figure is over its budget or could not be measured.
//   --quick           leaves out what takes long
//   --only=join,rsvp  runs only these parts
//   --save            makes the figures of this run the baseline, last.json
import { readBaseline } from "#tests/bench/baseline.ts";
import { type Cluster, freshDatabase, openCluster } from "#tests/bench/databases.ts";
import { measureHomeBytes } from "#tests/bench/home-bytes.ts";
import { measureAdmin } from "#tests/bench/measure-admin.ts";
import { measureDesk } from "#tests/bench/measure-desk.ts";
import { measureCourts } from "#tests/bench/measure-courts.ts";
import { measureDay } from "#tests/bench/measure-day.ts";
import { measureGrowth } from "#tests/bench/measure-growth.ts";
import { measureInteractions } from "#tests/bench/measure-interactions.ts";
import { measureJoin } from "#tests/bench/measure-join.ts";
import { measureLighthouse } from "#tests/bench/measure-lighthouse.ts";
import { measureLive } from "#tests/bench/measure-live.ts";
import { measureMails } from "#tests/bench/measure-mails.ts";
import { measureNews } from "#tests/bench/measure-news.ts";
import { measurePush } from "#tests/bench/measure-push.ts";
import { measureRender } from "#tests/bench/measure-render.ts";
import { measureRequests } from "#tests/bench/measure-requests.ts";
import { measureRsvp } from "#tests/bench/measure-rsvp.ts";
import { measureSeasons } from "#tests/bench/measure-seasons.ts";
import { measureColdStart } from "#tests/bench/measure-start.ts";
import { measureTokens } from "#tests/bench/measure-tokens.ts";
import { type BudgetKey, Report } from "#tests/bench/report.ts";
import { cleanUp, type Settings, startServer, temporaryFolder } from "#tests/bench/servers.ts";
import { DEMO_PASSWORD } from "#tests/support/town.ts";

const isQuick = process.argv.includes("--quick");
const only = process.argv
  .find((argument) => argument.startsWith("--only="))
  ?.slice("--only=".length)
  .split(",");
const report = new Report();

const PARTS = [
  "requests",
  "render",
  "growth",
  "admin",
  "desk",
  "join",
  "rsvp",
  "live",
  "tokens",
  "courts",
  "push",
  "day",
  "news",
  "mails",
  "seasons",
  "start",
  "bytes",
  "interactions",
  "lighthouse",
] as const;
type Part = (typeof PARTS)[number];

const strange = process.argv.slice(2).filter((argument) => !/^--(?:quick|save|only=.*)$/.test(argument));
if (strange.length > 0) {
  process.stderr.write(`There is no option ${strange.join(" ")}. The options are --quick, --only=… and --save.\n`);
  process.exit(1);
}
const unknown = only?.filter((name) => !PARTS.some((part) => part === name)) ?? [];
if (unknown.length > 0) {
  process.stderr.write(`There is no part ${unknown.join(", ")}. The parts are ${PARTS.join(", ")}.\n`);
  process.exit(1);
}

/** One part of the run: what fails in it is told, and the others go on. */
async function measure(part: Part, keys: Parameters<Report["fail"]>[0], work: () => Promise<void>): Promise<void> {
  if (only && !only.includes(part)) return report.leaveOut(`${part} (--only)`);
  process.stdout.write(`› Measuring: ${part}\n`);
  try {
    await work();
  } catch (error) {
    report.fail(keys, error);
  }
}

/** The settings of a site with the demo town, by itself in a folder of its own. */
async function townSettings(cluster: Cluster): Promise<Settings> {
  const town = { SEED: "demo", SEED_PASSWORD: DEMO_PASSWORD, DATA_DIR: await temporaryFolder() };
  return process.env["DATABASE_URL"]
    ? { ...town, DATABASE_URL: await freshDatabase(cluster, "sandbar_bench_town") }
    : town;
}

async function measureTown(cluster: Cluster): Promise<void> {
  const settings = await townSettings(cluster);
  await measure("start", ["cold-start"], () => measureColdStart(settings, report.record));
  const town = await startServer(settings);
  await measure("bytes", ["home-js", "home-css"], () => measureHomeBytes(town.url, report.record));
  if (isQuick) return report.leaveOut("interactions and Lighthouse (--quick)");
  const taps = ["open-event", "filter-events", "rsvp", "join-step", "open-menu"].map((name) => `inp-${name}`);
  const interactions = [...taps, "cls"] as BudgetKey[];
  await measure("interactions", interactions, () => measureInteractions(town.url, report.record));
  const pages = ["home", "events", "event", "join", "subscribe"].map((page) => `lighthouse-${page}`);
  await measure("lighthouse", [...pages, "lcp"] as BudgetKey[], () => measureLighthouse(town.url, report.record));
}

async function bench(): Promise<void> {
  const cluster = await openCluster();
  const requests = [
    "hello",
    "cached-page",
    "cached-304",
    "static-asset",
    "visitor-list",
    "visitor-event",
    "uncached-page-ms",
    "memory",
  ] as const;
  await measure("requests", requests, () => measureRequests(cluster, report.record));
  await measure("render", ["uncached-page"], () => measureRender(cluster, report.record));
  const small = ["list-page-growth-10000", "list-api-growth-10000"] as const;
  if (isQuick) {
    report.leaveOut("the database of a million events (--quick)");
    await measure("growth", small, () => measureGrowth(cluster, [10_000], report.record));
  } else {
    const both = [...small, "list-page-growth", "list-api-growth"] as const;
    await measure("growth", both, () => measureGrowth(cluster, [10_000, 1_000_000], report.record));
  }
  if (isQuick) report.leaveOut("the database of a million people (--quick)");
  else {
    const waits = ["admin-search", "admin-filter", "admin-list", "admin-match", "admin-match-page"] as const;
    await measure("admin", waits, () => measureAdmin(cluster, report.record));
    await measure("desk", ["admin-person", "admin-audience"], () => measureDesk(cluster, report.record));
  }
  await measure("join", ["join", "join-per-second", "join-bare-per-second"], () => measureJoin(cluster, report.record));
  await measure("rsvp", ["rsvp", "rsvp-per-second", "rsvp-bare-per-second"], () => measureRsvp(cluster, report.record));
  await measure("live", ["live-slowest", "live-memory"], () => measureLive(cluster, report.record));
  await measure("tokens", ["token-check", "token-check-again"], () => measureTokens(cluster, report.record));
  const courts = ["plan", "plan-large", "replan", "partners", "opponents", "opponents-robin", "opponents-lot"] as const;
  await measure(
    "courts",
    courts.map((name) => `courts-${name}` as const),
    () => measureCourts(report.record),
  );
  await measure("push", ["push-fan-out"], () => measurePush(cluster, report.record));
  const day = ["forecast", "offer", "door-merge", "announcement"] as const;
  await measure("day", day, () => measureDay(cluster, report.record));
  await measure("news", ["news-page", "news-everywhere"], () => measureNews(cluster, report.record));
  await measure("mails", ["mails-pages"], () => measureMails(cluster, report.record));
  await measure("seasons", ["ladder", "draw"], () => measureSeasons(cluster, report.record));
  await measureTown(cluster);
}

process.once("SIGINT", () => {
  void cleanUp().then(() => process.exit(130));
});

try {
  await bench();
  report.print(await readBaseline());
  await report.save(process.argv.includes("--save"));
} catch (error) {
  process.stderr.write(`The benchmark could not run: ${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await cleanUp();
}
if (!report.isMet) process.exitCode = 1;
