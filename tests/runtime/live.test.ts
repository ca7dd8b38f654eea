import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect as connectSocket, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#src/db/embedded/embedded-postgres.server.ts";
import { expectReady, type LiveReader } from "#tests/support/live-reader.ts";
import { codesTo } from "#tests/support/identity.ts";
import { readMailFolder } from "#tests/support/mail-folder.ts";
import { until } from "#tests/support/processes.ts";
import { type SiteProcess, startInstance } from "#tests/support/site-process.ts";

// Two real processes on one database, over real lines.

const PASSWORD = "Sandy-beach-42";
let folder: string;
let database: EmbeddedPostgres;
let client: pg.Client;
let one: SiteProcess;
let two: SiteProcess;
let token: string;

function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${one.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

// One test chooses another.
let password = PASSWORD;

/** A session of a demo account, good at both processes. */
async function startSession(email: string): Promise<{ token: string; cookie: string }> {
  const answer = await post("/api/auth/sign-in", { email, password });
  const cookie = answer.headers.getSetCookie().map((each) => each.split(";")[0]);
  return { token: ((await answer.json()) as { idToken: string }).idToken, cookie: cookie.join("; ") };
}

const signIn = async (email: string) => (await startSession(email)).token;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sandbar-live-"));
  database = await startEmbeddedPostgres({ dataDir: join(folder, "database") });
  const settings = {
    DATABASE_URL: database.connectionString,
    SEED: "demo",
    SEED_PASSWORD: PASSWORD,
    RATE_LIMIT_FACTOR: "1000",
    DATA_DIR: join(folder, "site"),
  };
  one = await startInstance({ ...settings, PUBLIC_URL: "http://sandbar.localhost" });
  two = await startInstance({ ...settings, PUBLIC_URL: "http://sandbar.localhost" });
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  token = await signIn("member@example.com");
});
afterAll(async () => {
  await client?.end();
  await Promise.all([one?.stop(), two?.stop()]);
  await database?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function listen(
  site: SiteProcess,
  { as = token, since }: { as?: string; since?: number } = {},
): Promise<LiveReader> {
  const headers = { authorization: `Bearer ${as}`, ...(since !== undefined && { "last-event-id": String(since) }) };
  // As a browser asks: it would take a compressed stream, which would come in lumps.
  return expectReady(
    await fetch(`${site.url}/api/live?chat=volleyball`, { headers: { ...headers, "accept-encoding": "gzip, br" } }),
  );
}

let sent = 0;
async function send(site: SiteProcess, text: string): Promise<number> {
  const query = `mutation ($text: String!, $id: ID!) { sendMessage(chatId: "volleyball", text: $text, clientId: $id) { seq } }`;
  const answer = await fetch(`${site.url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables: { text, id: `made here ${(sent += 1)}` } }),
  });
  const { data } = (await answer.json()) as { data: { sendMessage: { seq: number } } };
  return data.sendMessage.seq;
}

test("[CHAT-06] a message sent through one process arrives live at readers of both", async () => {
  const readers = await Promise.all([listen(one), listen(two)]);
  const seq = await send(one, "Nets up at five");
  for (const reader of readers) {
    const event = await reader.next();
    expect([event?.event, event?.id, event?.data.text, event?.data.name]).toEqual([
      "message",
      String(seq),
      "Nets up at five",
      "Morgan Member",
    ]);
    expect(reader.answer.headers.get("content-encoding")).toBeNull();
  }
  await Promise.all(readers.map((reader) => reader.close()));
});

test("[CHAT-06] a reader who lost the line goes on at another process where they were", async () => {
  const first = await listen(one);
  const seq = await send(one, "before");
  expect((await first.next())?.id).toBe(String(seq));
  await first.close();
  await send(two, "missed one");
  await send(one, "missed two");
  const again = await listen(two, { since: seq });
  const missed = await again.take(2);
  expect(missed.map(({ data }) => data.text)).toEqual(["missed one", "missed two"]);
  await again.close();
});

/** A line whose reader takes nothing. */
async function openSlowLine(site: SiteProcess): Promise<{ socket: Socket; seen: () => string }> {
  const { hostname, port } = new URL(site.url);
  const socket = connectSocket(Number(port), hostname);
  let text = "";
  socket.on("data", (chunk) => (text += chunk.toString("latin1")));
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.write(`GET /api/live?chat=volleyball HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  await until("the line is open", () => text.includes("event: ready"));
  socket.pause();
  return { socket, seen: () => text };
}

test("[CHAT-06] a reader who takes nothing is cut off, and the others get every message meanwhile", async () => {
  const slow = await openSlowLine(one);
  const fast = await listen(one);
  const { rows } = await client.query<{ last_seq: number }>("select last_seq from chats where id = 'volleyball'");
  let seq = rows[0]?.last_seq ?? 0;
  const start = seq;
  // More than the system itself keeps for a line: about 16 MB in bursts of 256 KB.
  const text = "☀".repeat(5000);
  for (let burst = 0; burst < 64; burst += 1) {
    await client.query(
      `insert into chat_messages (chat_id, seq, id, name, text, created_at)
       select 'volleyball', n, 'burst ' || n, 'Ana', $1, now() from generate_series($2::int, $3::int) as n`,
      [text, seq + 1, seq + 17],
    );
    seq += 17;
    expect((await fast.take(17)).at(-1)?.id).toBe(String(seq));
  }
  await client.query("update chats set last_seq = $1 where id = 'volleyball'", [seq]);
  // Once they read again, there is an end and not the rest.
  const ended = once(slow.socket, "close");
  slow.socket.resume();
  await ended;
  const got = slow.seen().match(/event: message/g)?.length ?? 0;
  expect(got).toBeLessThan(seq - start);
  // Back again: so much was missed that the chat is loaded anew.
  const back = await listen(one, { since: start });
  expect((await back.next())?.event).toBe("reload");
  await Promise.all([back.close(), fast.close()]);
});

test("[AUTH-10] a line ends at once, in every process, when the account changes", async () => {
  const host = await signIn("host@example.com");
  const readers = await Promise.all([listen(one, { as: host }), listen(two, { as: host })]);
  const stays = await listen(two);
  await client.query("update accounts set groups = '{}' where email = 'host@example.com'");
  for (const reader of readers) expect(await reader.rest()).toEqual([]);
  await send(one, "still here");
  expect((await stays.next())?.data.text).toBe("still here");
  await stays.close();
});

test("[SAFE-09] a line ends at once with its device, with signing out everywhere, and with another password", async () => {
  const email = "member@example.com";
  const ends: readonly (() => Promise<Response>)[] = [
    async () => {
      const as = { authorization: `Bearer ${token}` };
      const read = await fetch(`${one.url}/api/account/devices`, { headers: as });
      const { devices } = (await read.json()) as { devices: { id: string; isThisDevice: boolean }[] };
      const other = devices.find(({ isThisDevice }) => !isThisDevice)?.id;
      return fetch(`${one.url}/api/account/devices/${other}`, { method: "DELETE", headers: as });
    },
    async () => post("/api/auth/sign-out", { everywhere: true }, { cookie: (await startSession(email)).cookie }),
    async () => {
      const begun = await post("/api/auth/forgot-password", { email });
      const cookie = begun.headers.getSetCookie().map((each) => each.split(";")[0]);
      let code: string | undefined;
      await until("the code is mailed", async () => {
        [code] = codesTo(await readMailFolder(join(folder, "site", "mail")), email);
        return code !== undefined;
      });
      password = "Otter-Lantern-42";
      return post("/api/auth/reset-password", { email, code, password }, { cookie: cookie.join("; ") });
    },
  ];
  for (const end of ends) {
    const { token: as } = await startSession(email);
    const lines = [await listen(one, { as }), await listen(two, { as })];
    expect((await end()).status).toBe(200);
    for (const line of lines) expect(await line.rest()).toEqual([]);
    token = await signIn(email);
  }
});

test("[CHAT-06] readers are told what they missed when the database comes back", async () => {
  const reader = await listen(one);
  // What hears the announcements loses its connection, and something is said before it has another.
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'sandbar changes'",
  );
  await send(two, "said into the silence");
  expect((await reader.next())?.data.text).toBe("said into the silence");
  await reader.close();
});

test("[CHAT-06] a site that is told to stop ends its live lines and does not wait for them", async () => {
  const reader = await listen(two);
  const slow = await openSlowLine(two);
  const started = performance.now();
  expect(await two.stop()).toBe(0);
  // What is under way may take ten seconds; a line is not under way.
  expect(performance.now() - started).toBeLessThan(9000);
  expect(await reader.rest()).toEqual([]);
  slow.socket.destroy();
  expect(two.said()).not.toMatch(/"level":50|\n\s+at /);
});
