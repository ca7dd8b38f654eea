import { setTimeout as wait } from "node:timers/promises";
import { pino } from "pino";
import { makeEvent } from "#seeds/factories.ts";
import { connect } from "#src/db/connect.server.ts";
import { eventRsvps } from "#src/db/tables/rsvps.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { type Cluster, freshDatabase } from "#tests/bench/databases.ts";
import { NOW } from "#tests/bench/events-data.ts";
import type { RecordFigure } from "#tests/bench/report.ts";
import { PUBLIC_URL, startServer } from "#tests/bench/servers.ts";
import { type FakeBrowser, FakePushService } from "#tests/fakes/push/fake-push-service.ts";
import { makeAccount, signToken } from "#tests/support/accounts.ts";

const HOLDS = 5;
const PATIENCE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Seconds until it holds. */
async function secondsUntil(what: string, started: number, holds: () => Promise<boolean>): Promise<number> {
  while (!(await holds())) {
    if (performance.now() - started > PATIENCE_MS) throw new Error(`${what} showed no hold within a minute`);
    await wait(10);
  }
  return (performance.now() - started) / 1000;
}

/** The line of an open page, which tells when its event changes. */
async function openLine(url: string, eventId: string): Promise<{ heard: Promise<void>; close: () => void }> {
  const line = new AbortController();
  const answer = await fetch(`${url}/api/live?event=${eventId}`, { signal: line.signal });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const read = async (word: string) => {
    while (!text.includes(word)) text += (await reader?.read())?.value ?? "";
    text = "";
  };
  await read("event: ready");
  return { heard: read("event: "), close: () => line.abort() };
}

type Ask = (method: string, path: string, body?: unknown) => Promise<Response>;
type Member = { readonly userId: string; readonly ask: Ask };
type Town = ReturnType<typeof connect> & {
  readonly url: string;
  readonly host: Member;
  readonly reader: Member;
  /** Has a phone that gets notifications. */
  readonly owner: Member;
  readonly phone: FakeBrowser;
};

async function openTown(database: ReturnType<typeof connect>, url: string, phones: FakePushService): Promise<Town> {
  const now = new Date(NOW);
  const groups = ["Members"] as const;
  const person = async (name: string): Promise<Member> => {
    const account = await makeAccount(database.db, { groups, now, email: `${name}@example.com` });
    const token = await signToken(account, { db: database.db, issuer: PUBLIC_URL, now, groups });
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const ask: Ask = async (method, path, body) => {
      const answer = await fetch(url + path, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
      return answer;
    };
    return { userId: account.userId, ask };
  };
  const owner = await person("owner");
  const { publicKey } = (await (await owner.ask("GET", "/api/push")).json()) as { publicKey: string };
  const phone = phones.subscribe(publicKey);
  await owner.ask("POST", "/api/push/subscriptions", phone.subscription);
  return { ...database, url, host: await person("host"), reader: await person("reader"), owner, phone };
}

/** Seconds until one hold is on its open page, and until it is in the place where it comes last. */
async function holdOne(town: Town, index: number): Promise<{ page: number; last: number }> {
  const { db, pool, url, host, reader, owner, phone } = town;
  const event = makeEvent({ day: "2026-11-28", title: `News ${index}`, hostUserId: host.userId });
  await db.insert(socialEvents).values(event);
  const going = { eventId: event.id, answer: "going", answeredAt: new Date(NOW) } as const;
  await db.insert(eventRsvps).values([reader, owner].map(({ userId }) => ({ ...going, userId })));
  const read = async (path: string) => (await fetch(url + path)).text();
  // Read before, it is cached.
  await Promise.all([`/events/${event.id}`, "/events", "/events.ics"].map(read));
  const line = await openLine(url, event.id);
  const decidesAt = new Date(Date.parse(NOW) + HOUR_MS).toISOString();
  const started = performance.now();
  const hold = { decision: "hold", reason: "weather", decidesAt, default: "runs" };
  await host.ask("PUT", `/api/social-events/${event.id}/decision`, hold);
  const isMailed = async () => {
    // What was sent no longer names its event.
    const mailed = "select from mail_outbox where status = 'sent' and kind = 'event_changed' and email = $1";
    return (await pool.query(mailed, ["reader@example.com"])).rowCount === index + 1;
  };
  const page = line.heard.then(() =>
    secondsUntil("the page", started, async () => (await read(`/events/${event.id}`)).includes("On hold")),
  );
  const all = await Promise.all([
    page,
    secondsUntil("the list", started, async () => (await read("/events")).split(">On hold<").length > index + 1),
    secondsUntil("the calendar", started, async () => (await read("/events.ics")).includes(`On hold: ${event.title}`)),
    secondsUntil("the outbox", started, isMailed),
    secondsUntil("the phone", started, async () => phone.received.length > index),
  ]);
  line.close();
  return { page: await page, last: Math.max(...all) };
}

/** How soon a hold is on an open page, and everywhere else where people look or are told. */
export async function measureNews(cluster: Cluster, record: RecordFigure): Promise<void> {
  const databaseUrl = await freshDatabase(cluster, "sandbar_bench_news");
  const server = await startServer({ DATABASE_URL: databaseUrl, SEED: "none", PUBLIC_URL, NOW });
  const database = connect(databaseUrl, pino({ level: "silent" }));
  const phones = await FakePushService.start();
  try {
    const town = await openTown(database, server.url, phones);
    const took: { page: number; last: number }[] = [];
    for (let index = 0; index < HOLDS; index += 1) took.push(await holdOne(town, index));
    record("news-page", Math.max(...took.map(({ page }) => page)), `the slowest of ${HOLDS}`);
    const how = `the slowest of ${HOLDS}; without chats, which another service may carry`;
    record("news-everywhere", Math.max(...took.map(({ last }) => last)), how);
  } finally {
    await phones.close();
    await database.pool.end();
    await server.stop();
  }
}
