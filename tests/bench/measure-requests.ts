import { type Cluster, eventsDatabase } from "#tests/bench/databases.ts";
import { NOW, TODAY } from "#tests/bench/events-data.ts";
import { loadedByPage, sentBytes } from "#tests/bench/home-bytes.ts";
import { measureInTurns, type Subject } from "#tests/bench/load.ts";
import { memoryOf } from "#tests/bench/process-usage.ts";
import type { RecordFigure } from "#tests/bench/report.ts";
import { type Server, startServer } from "#tests/bench/servers.ts";

const CONNECTIONS = 32;
const ROUNDS = 7;
// Of the twenty of a page one, of today, is over by then.
const EVENTS_SHOWN = 19;
const LIST = "/api/social-events";

const browser = { "accept-encoding": "gzip, deflate, br" };

/** Throws when the page does not show what it is measured for. */
async function requireFullPage(server: Server): Promise<string> {
  const response = await fetch(`${server.url}/events`, { headers: browser });
  const html = await response.text();
  const events = new Set(html.match(/href="\/events\/\d{4}-\d\d-\d\d-[^"]+"/g));
  if (response.status !== 200 || events.size < EVENTS_SHOWN) {
    throw new Error(`/events should show ${EVENTS_SHOWN} events and shows ${events.size} (status ${response.status})`);
  }
  if (response.headers.get("content-encoding") !== "br") throw new Error("/events should come in brotli");
  return response.headers.get("etag") ?? "";
}

async function largestScript(server: Server): Promise<string> {
  const { scripts } = await loadedByPage(`${server.url}/`);
  const sized = await Promise.all(scripts.map(async (url) => ({ url, bytes: (await sentBytes(url)).bytes })));
  const largest = sized.toSorted((a, b) => b.bytes - a.bytes)[0];
  if (!largest) throw new Error("the home page loads no script");
  return new URL(largest.url).pathname;
}

async function firstEventId(server: Server): Promise<string> {
  const { socialEvents } = (await (await fetch(`${server.url}${LIST}`)).json()) as {
    socialEvents: { socialEventId: string }[];
  };
  const [first] = socialEvents;
  if (!first) throw new Error("the list of events is empty");
  return first.socialEventId;
}

/** What a request costs the server's process, beside a hello of the same server; and its memory after all that. */
export async function measureRequests(cluster: Cluster, record: RecordFigure): Promise<void> {
  const server = await startServer({ DATABASE_URL: await eventsDatabase(cluster, 50), NOW, SEED: "none" });
  const etag = await requireFullPage(server);
  const script = await largestScript(server);
  const common = { server, connections: CONNECTIONS, headers: browser };
  const subjects: Subject[] = [
    { ...common, name: "hello", path: "/healthz" },
    { ...common, name: "cached", path: "/events" },
    { ...common, name: "304", path: "/events", headers: { ...browser, "if-none-match": etag }, status: 304 },
    { ...common, name: "static", path: script },
    { ...common, name: "visitor list", path: LIST },
    { ...common, name: "visitor event", path: `${LIST}?id=${encodeURIComponent(await firstEventId(server))}` },
    { ...common, name: "uncached", path: "/events", each: { kind: "fresh page", day: TODAY } },
  ];
  const measured = await measureInTurns(subjects, ROUNDS);
  const ms = (name: string) =>
    `${measured.cost(name).cpuMs.toFixed(3)} ms CPU, ${Math.round(measured.cost(name).perSecond)} a second`;
  record(
    "hello",
    measured.cost("hello").cpuMs,
    `${Math.round(measured.cost("hello").perSecond)} a second; median of ${ROUNDS} rounds in turns`,
  );
  record("cached-page", measured.ratio("cached", "hello"), ms("cached"));
  record("cached-304", measured.ratio("304", "hello"), ms("304"));
  record("static-asset", measured.ratio("static", "hello"), `${ms("static")}: ${script}`);
  record("visitor-list", measured.ratio("visitor list", "hello"), ms("visitor list"));
  record("visitor-event", measured.ratio("visitor event", "hello"), ms("visitor event"));
  record(
    "uncached-page-ms",
    measured.cost("uncached").cpuMs,
    "each an address not asked for before: query, render and compression; all threads of the server's process",
  );
  const { now, highest } = memoryOf(server.pid);
  record("memory", highest, `${Math.round(now)} MB now; after all of the above`);
  await server.stop();
}
