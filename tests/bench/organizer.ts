import { pino } from "pino";
import { connect } from "#src/db/connect.server.ts";
import { NOW } from "#tests/bench/events-data.ts";
import type { Server } from "#tests/bench/servers.ts";
import { makeAccount, signToken } from "#tests/support/accounts.ts";

// What an organizer asks for among a million people, and how long they wait.

export const PEOPLE = 1_000_000;
/** The issuer in tokens that the server accepts. */
export const PUBLIC_URL = "http://sandbar.localhost";
const ROUNDS = 12;

/** With a body it is sent, without it is read. */
export type Asked = { readonly path: string; readonly body?: object };

/** Throws when it is not answered. */
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

/** The 95th percentile, in milliseconds, of asking one after the other for each of these, again and again. */
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

export async function organizerToken(url: string, issuer: string): Promise<string> {
  const { pool, db } = connect(url, pino({ level: "silent" }));
  const now = new Date(NOW);
  const account = await makeAccount(db, { groups: ["Admins"], now, email: "bench-organizer@example.com" });
  const token = await signToken(account, { db, issuer, now, groups: ["Admins"] });
  await pool.end();
  return token;
}
