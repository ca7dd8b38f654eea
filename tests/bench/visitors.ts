// Ten thousand visitors in ten minutes, 5 % of whose requests are writes, on a site of its own at a loopback address:
//   node scripts/start.mjs --run tests/bench/visitors.ts [--minutes=1]
// Prints latencies, errors and memory. Exits 1 when a request failed or a p99 is over its budget. Fewer minutes have fewer
// visitors at the same pace.
import { randomInt, randomUUID } from "node:crypto";
import { Agent, request as send } from "node:http";
import { loadavg } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { freshDatabase, openCluster } from "#tests/bench/databases.ts";
import { memoryOf } from "#tests/bench/process-usage.ts";
import { makeTown } from "#tests/bench/rsvp-town.ts";
import { PUBLIC_URL, cleanUp, type Server, startServer } from "#tests/bench/servers.ts";
import { joinForm } from "#tests/support/join-form.ts";

const VISITORS_A_MINUTE = 1000;
const MOST_MINUTES = 10;
const REQUESTS_EACH = 10;
/** One request in so many is a write. */
const WRITES = 20;
const PAUSE_MS = [500, 2500] as const;
const BUDGET_MS = { page: 50, write: 250 } as const;

type Kind = keyof typeof BUDGET_MS;
type Call = { readonly method: string; readonly path: string; readonly token?: string; readonly body?: unknown };
type Town = Awaited<ReturnType<typeof makeTown>>;

const oneOf = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T;
const agent = new Agent({ keepAlive: true });
const took: Record<Kind, number[]> = { page: [], write: [] };
const errors = new Map<string, number>();

function pageCall({ ids }: Town): Call {
  return { method: "GET", path: oneOf(["/", "/events", `/events/${oneOf(ids)}`, "/join", "/api/social-events"]) };
}

function writeCall({ ids, people }: Town): Call {
  if (randomInt(2) === 0) {
    const phone = `904${String(randomInt(10_000_000)).padStart(7, "0")}`;
    return { method: "POST", path: "/api/join", body: joinForm({ email: `v.${randomUUID()}@example.com`, phone }) };
  }
  const answer = oneOf(["going", "maybe", "not_going"]);
  const path = `/api/social-events/${oneOf(ids)}/rsvp`;
  return { method: "PUT", path, token: oneOf(people).token, body: { answer } };
}

/** A GET met a keep-alive connection that the site had just closed. */
const CLOSED = new Error("the connection was closed");

/** The status, when the whole answer has come. */
function askOnce(server: Server, { method, path, token, body }: Call): Promise<number> {
  const headers = {
    "accept-encoding": "gzip, deflate, br",
    ...(body !== undefined && { "content-type": "application/json" }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  return new Promise((resolve, reject) => {
    const asked = send(server.url + path, { method, agent, headers }, (answer) => {
      answer.on("error", reject);
      answer.on("end", () => resolve(answer.statusCode ?? 0)).resume();
    });
    asked.on("error", (error: NodeJS.ErrnoException) => {
      reject(asked.reusedSocket && error.code === "ECONNRESET" && method === "GET" ? CLOSED : error);
    });
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Retries a GET on a closed keep-alive connection, as browsers do. */
async function ask(server: Server, call: Call): Promise<number> {
  try {
    return await askOnce(server, call);
  } catch (error) {
    if (error !== CLOSED) throw error;
    return askOnce(server, call);
  }
}

async function visit(server: Server, town: Town): Promise<void> {
  for (let nr = 0; nr < REQUESTS_EACH; nr += 1) {
    const kind: Kind = randomInt(WRITES) === 0 ? "write" : "page";
    const call = kind === "write" ? writeCall(town) : pageCall(town);
    const started = performance.now();
    const status = await ask(server, call).catch((error: Error) => error.message);
    took[kind].push(performance.now() - started);
    if (status !== 200) {
      const what = `${call.method} ${call.path.split("/").slice(0, 3).join("/")}: ${status}`;
      errors.set(what, (errors.get(what) ?? 0) + 1);
    }
    await wait(randomInt(...PAUSE_MS));
  }
}

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;
}

/** Returns whether nothing failed and both budgets are met. */
function report(memory: readonly number[], minutes: number): boolean {
  const lines = (Object.keys(took) as Kind[]).map((kind) => {
    const [p50, p99] = [percentile(took[kind], 0.5), percentile(took[kind], 0.99)];
    return `${kind}s: ${took[kind].length}, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (≤ ${BUDGET_MS[kind]})`;
  });
  const failed = [...errors].map(([what, count]) => `${count} × ${what}`).join(", ");
  const quarter = Math.max(1, Math.floor(memory.length / 4));
  const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
  const [second, last] = [mean(memory.slice(quarter, 2 * quarter)), mean(memory.slice(-quarter))];
  const memoryLine = `memory: ${second.toFixed(0)} MB in the second quarter, ${last.toFixed(0)} MB in the last, highest ${Math.max(...memory).toFixed(0)} MB`;
  const load = `load average of the machine: ${(loadavg()[0] ?? 0).toFixed(1)}`;
  const head = `${minutes * VISITORS_A_MINUTE} visitors in ${minutes} minutes`;
  process.stdout.write(`${[head, ...lines, `errors: ${failed || "none"}`, memoryLine, load].join("\n")}\n`);
  const isFast = (Object.keys(took) as Kind[]).every((kind) => percentile(took[kind], 0.99) <= BUDGET_MS[kind]);
  return isFast && errors.size === 0;
}

async function run(minutes: number): Promise<boolean> {
  const cluster = await openCluster();
  const url = await freshDatabase(cluster, "sandbar_bench_visitors");
  const server = await startServer({ DATABASE_URL: url, SEED: "none", PUBLIC_URL });
  const town = await makeTown(url);
  const memory: number[] = [];
  const watch = setInterval(() => memory.push(memoryOf(server.pid).now), 1000);
  const visits: Promise<void>[] = [];
  const started = performance.now();
  const count = Math.round(minutes * VISITORS_A_MINUTE);
  for (let nr = 0; nr < count; nr += 1) {
    visits.push(visit(server, town));
    // By the clock: a slow site does not slow its visitors down.
    await wait(Math.max(0, started + ((nr + 1) * 60_000) / VISITORS_A_MINUTE - performance.now()));
  }
  await Promise.all(visits);
  clearInterval(watch);
  agent.destroy();
  return report(memory, minutes);
}

const asked = Number(/^--minutes=([\d.]+)$/.exec(process.argv.at(-1) ?? "")?.[1] ?? MOST_MINUTES);
try {
  if (!(await run(Math.min(MOST_MINUTES, asked)))) process.exitCode = 1;
} finally {
  await cleanUp();
}
