import { pino } from "pino";
import { connect, type Db } from "#src/db/connect.server.ts";
import { NOW } from "#tests/bench/events-data.ts";
import { PUBLIC_URL, type Server } from "#tests/bench/servers.ts";
import { makeAccount, signToken } from "#tests/support/accounts.ts";

// Organizer requests against a million people, and their latency.

export const PEOPLE = 1_000_000;
const ROUNDS = 12;

/** A POST if it has a body, else a GET. */
export type Asked = { readonly path: string; readonly body?: object };

/** Throws unless the status is 200. */
export async function ask(server: Server, token: string, { path, body }: Asked): Promise<string> {
  const answer = await fetch(server.url + path, {
    headers: { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) },
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${path} should answer 200 and answers ${answer.status}`);
  return text;
}

type Waits = { readonly ms: number; readonly slowest: string };

/** The 95th percentile, in milliseconds, over rounds of sequential requests. */
export async function p95(server: Server, token: string, all: readonly Asked[]): Promise<Waits> {
  const taken: { ms: number; asked: Asked }[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const asked of all) {
      const begin = performance.now();
      await ask(server, token, asked);
      // The first round fills caches, as the first minute of a day does.
      if (round >= 0) taken.push({ ms: performance.now() - begin, asked });
    }
  }
  const sorted = taken.toSorted((a, b) => a.ms - b.ms);
  const at = sorted[Math.ceil(sorted.length * 0.95) - 1];
  const { path = "", body } = sorted.at(-1)?.asked ?? {};
  return { ms: at?.ms ?? Number.NaN, slowest: decodeURIComponent(path) + (body ? ` ${JSON.stringify(body)}` : "") };
}

/** Adds an organizer. Returns their id token. */
export async function addOrganizer(db: Db): Promise<string> {
  const now = new Date(NOW);
  const groups = ["Admins"] as const;
  const account = await makeAccount(db, { groups, now, email: "bench-organizer@example.com" });
  return signToken(account, { db, issuer: PUBLIC_URL, now, groups });
}

/** {@link addOrganizer} to the database at this address. */
export async function organizerToken(url: string): Promise<string> {
  const { pool, db } = connect(url, pino({ level: "silent" }));
  const token = await addOrganizer(db);
  await pool.end();
  return token;
}
