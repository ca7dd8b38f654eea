import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { until } from "#tests/support/processes.ts";
import { RawConnection } from "#tests/support/raw-connection.ts";
import { type SiteProcess, startSiteProcess } from "#tests/support/site-process.ts";

const IDLE = 5_000;
/** Those who say something, but never all of it. */
const SLOW = 50;

const UNFINISHED = ["", "G", "GET /events HTTP/1.1\r\nHost: localhost\r\nX-Slow: "];

let folder: string;
let site: SiteProcess;
const slow: RawConnection[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sandbar-hostile-"));
  site = await startSiteProcess({ DATA_DIR: folder, SEED: "none", RATE_LIMIT_FACTOR: "1000" });
  // From now on they are waited for, while the other tests run.
  for (let count = 0; count < SLOW; count += 1) {
    const connection = await RawConnection.open(site.url);
    connection.say(UNFINISHED[count % UNFINISHED.length] ?? "");
    slow.push(connection);
  }
});
afterAll(async () => {
  await site?.stop();
  await rm(folder, { recursive: true, force: true });
});

const HOST = "Host: localhost\r\n";
const SECRET = "GET /schema.graphql HTTP/1.1\r\nHost: localhost\r\n\r\n";
const post = (lines: string, body: string, path = "/api/join") =>
  `POST ${path} HTTP/1.1\r\n${HOST}${lines}\r\n\r\n${body}`;
const JSON_TYPE = "Content-Type: application/json\r\n";
const withLength = (text: string) => `Content-Length: ${text.length}`;

describe("what two servers could read as one request or as two is refused, and nothing behind it is answered", () => {
  test.each([
    ["a length and chunks", post(`${withLength(SECRET)}\r\nTransfer-Encoding: chunked`, `0\r\n\r\n${SECRET}`)],
    ["chunks and a length", post(`Transfer-Encoding: chunked\r\n${withLength("")}`, `0\r\n\r\n${SECRET}`)],
    ["two lengths", post(`Content-Length: 0\r\n${withLength(SECRET)}`, SECRET)],
    ["two equal lengths", post(`Content-Length: 5\r\nContent-Length: 5`, `12345${SECRET}`)],
    ["a list of lengths", post("Content-Length: 0, 43", SECRET)],
    ["a length with a sign", post("Content-Length: +0", SECRET)],
    ["a negative length", post("Content-Length: -1", SECRET)],
    ["a length in hexadecimal", post("Content-Length: 0x2b", SECRET)],
    ["a length beyond all numbers", post(`Content-Length: ${"9".repeat(40)}`, SECRET)],
    ["an unknown encoding before chunks", post("Transfer-Encoding: chunked, identity", `0\r\n\r\n${SECRET}`)],
    ["an encoding spelled wrong", post("Transfer-Encoding: xchunked", `0\r\n\r\n${SECRET}`)],
    ["a space before the colon", post("Transfer-Encoding : chunked", `0\r\n\r\n${SECRET}`)],
    ["a line that is folded", post(`X: a\r\n Transfer-Encoding: chunked\r\n${withLength("")}`, SECRET)],
    ["a chunk whose size is no number", post("Transfer-Encoding: chunked", `zz\r\n${SECRET}`)],
    ["a chunk with a negative size", post("Transfer-Encoding: chunked", `-1\r\n${SECRET}`)],
    ["a chunk beyond all numbers", post("Transfer-Encoding: chunked", `${"f".repeat(20)}\r\n${SECRET}`)],
    ["a chunk longer than it says", post("Transfer-Encoding: chunked", `1\r\nabc\r\n0\r\n\r\n${SECRET}`)],
    ["a chunk that ends in a bare LF", post("Transfer-Encoding: chunked", `1\na\n0\n\n${SECRET}`)],
    ["lines that end in a bare LF", `GET /healthz HTTP/1.1\nHost: localhost\n\n${SECRET}`],
    ["a bare CR in a header", `GET /healthz HTTP/1.1\r\n${HOST}X: a\rContent-Length: 5\r\n\r\n${SECRET}`],
    ["a NUL in a header", `GET /healthz HTTP/1.1\r\n${HOST}X: a\0b\r\n\r\n${SECRET}`],
    ["no host", `GET /healthz HTTP/1.1\r\n\r\n${SECRET}`],
    ["two spaces and a name", `GET /healthz x HTTP/1.1\r\n${HOST}\r\n${SECRET}`],
    ["another version", `GET /healthz HTTP/9.1\r\n${HOST}\r\n${SECRET}`],
    ["the preface of HTTP/2", `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${SECRET}`],
    ["a head of 20 KB", `GET /healthz HTTP/1.1\r\n${HOST}X: ${"x".repeat(20_000)}\r\n\r\n${SECRET}`],
    ["a thousand headers of nothing", `GET /healthz HTTP/1.1\r\n${HOST}${"a:\r\n".repeat(9000)}\r\n${SECRET}`],
    ["a body that is too large", post(`${JSON_TYPE}Content-Length: 90000`, SECRET.repeat(2200).slice(0, 90_000))],
  ])("[API-01] %s", async (_what, text) => {
    const connection = await RawConnection.open(site.url);
    connection.say(text);
    const statuses = await connection.statusesAtEnd();
    expect(statuses.filter((status) => status < 400)).toEqual([]);
    expect(statuses.length).toBeLessThanOrEqual(1);
    expect(connection.heard).not.toContain("type Message");
  });
});

describe("what is one request is answered as one", () => {
  const last = `GET /healthz HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`;
  test.each([
    ["a request in the body of a refused one", post(withLength(SECRET), SECRET, "/api/nothing"), [404, 200]],
    ["a request in the body of one without a form", post(withLength(SECRET), SECRET), [415, 200]],
    [
      "a request in the body of a GET",
      `GET /healthz HTTP/1.1\r\n${HOST}${withLength(SECRET)}\r\n\r\n${SECRET}`,
      [200, 200],
    ],
    [
      "a request in a chunk",
      post("Transfer-Encoding: chunked", `${SECRET.length.toString(16)};x=1\r\n${SECRET}\r\n0\r\n\r\n`),
      [415, 200],
    ],
    ["two, one behind the other", SECRET, [200, 200]],
  ])("[API-01] %s", async (what, text, expected) => {
    const connection = await RawConnection.open(site.url);
    connection.say(text + last);
    expect(await connection.statusesAtEnd()).toEqual(expected);
    expect(connection.heard.includes("type Message")).toBe(what.startsWith("two"));
  });

  test("[API-01] an address with another host is a path of this site, and no answer names that host", async () => {
    const connection = await RawConnection.open(site.url);
    connection.say("GET http://evil.example/events HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    expect(await connection.statusesAtEnd()).toEqual([200]);
    expect(connection.heard).not.toContain("evil.example");
  });
});

/** Of a process, in MB. */
async function memoryOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

test(`[API-01] with ${IDLE} connections that say nothing the others are served at once`, async () => {
  const before = await memoryOf(site.child.pid);
  const idle: RawConnection[] = [];
  while (idle.length < IDLE)
    idle.push(...(await Promise.all(Array.from({ length: 250 }, () => RawConnection.open(site.url)))));
  const times: number[] = [];
  for (let count = 0; count < 40; count += 1) {
    const started = performance.now();
    expect((await fetch(`${site.url}${count % 2 ? "/events" : "/api/social-events"}`)).status).toBe(200);
    times.push(performance.now() - started);
  }
  const [median = Infinity] = times.toSorted((a, b) => a - b).slice(20);
  process.stdout.write(
    `${IDLE} idle connections: median answer ${median.toFixed(1)} ms, slowest ${Math.max(...times).toFixed(0)} ms; memory ${before} → ${await memoryOf(site.child.pid)} MB\n`,
  );
  expect(median).toBeLessThan(250);
  for (const { socket } of idle) socket.destroy();
});

test("[API-01] a client that sends incomplete headers, or nothing, is disconnected", async () => {
  await until("the slow ones are hung up on", () => slow.every(({ isOver }) => isOver));
  expect(new Set(slow.map(({ heard }) => heard.split("\r\n")[0]))).toEqual(new Set(["HTTP/1.1 408 Request Timeout"]));
});
