// The client, in a process of its own: `node load-client.ts '<LoadPlan as JSON>'` prints a LoadResult as JSON.
import { randomInt, randomUUID } from "node:crypto";
import autocannon, { type Request } from "autocannon";
import { encodeCursor } from "#src/http/cursor.ts";
import { joinForm } from "#tests/support/join-form.ts";
import type { LoadPlan, LoadResult } from "#tests/bench/load.ts";

let made = 0;

/**
 * The first page of events under an address that nobody asked for before: a cursor before the day's first event. The
 * page cache has not got it, so it is rendered as a visitor's is whose page was just dropped.
 */
function freshPage(request: Request, day: string, run: string): Request {
  made += 1;
  return { ...request, path: `${request.path}?after=${encodeCursor([day, "00:00:00", `${run}-${made}`])}` };
}

/** Somebody new, at an address of their own. */
function freshApplicant(request: Request): Request {
  const digits = String(randomInt(10_000_000)).padStart(7, "0");
  const body = joinForm({ email: `bench.${randomUUID()}@example.com`, phone: `904${digits}` });
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
  return { ...request, headers: { ...request.headers, "x-forwarded-for": address }, body: JSON.stringify(body) };
}

const ANSWERS = ["going", "maybe", "not_going"] as const;

const oneOf = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T;

/** Somebody answers some event in some way. */
function changeOfMind(request: Request, tokens: readonly string[], events: readonly string[]): Request {
  const headers = { ...request.headers, authorization: `Bearer ${oneOf(tokens)}` };
  const path = `${request.path}/${oneOf(events)}/rsvp`;
  return { ...request, path, headers, body: JSON.stringify({ answer: oneOf(ANSWERS) }) };
}

function setupOf({ each }: LoadPlan): ((request: Request) => Request) | undefined {
  const run = randomUUID();
  if (each === undefined) return undefined;
  if (each.kind === "fresh page") return (request) => freshPage(request, each.day, run);
  if (each.kind === "fresh applicant") return freshApplicant;
  return (request) => changeOfMind(request, each.tokens, each.events);
}

const plan = JSON.parse(process.argv[2] ?? "") as LoadPlan;
const { origin, pathname, search } = new URL(plan.url);
const setupRequest = setupOf(plan);
const started = performance.now();
const run = autocannon({
  url: origin,
  connections: plan.connections,
  ...(plan.rate !== undefined && { overallRate: plan.rate }),
  ...("amount" in plan.until ? { amount: plan.until.amount } : { duration: plan.until.seconds }),
  requests: [
    {
      method: plan.method ?? "GET",
      path: pathname + search,
      headers: { ...plan.headers },
      ...(setupRequest && { setupRequest }),
    },
  ],
});
// Its own percentiles are whole milliseconds.
const times: number[] = [];
run.on("response", (_client, _status, _bytes, ms) => times.push(ms));
const result = await run;
const statuses = Object.fromEntries(
  Object.entries(result.statusCodeStats).map(([status, { count }]) => [status, count]),
);
const answer: LoadResult = {
  answers: Object.values(statuses).reduce((sum, count) => sum + count, 0),
  statuses,
  errors: result.errors + result.timeouts,
  seconds: (performance.now() - started) / 1000,
  p50Ms: result.latency.p50,
  p99Ms: times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN,
};
process.stdout.write(JSON.stringify(answer));
