import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Cluster, freshDatabase } from "#tests/bench/databases.ts";
import { measureBesideBare, ROUNDS } from "#tests/bench/beside-bare.ts";
import type { Subject } from "#tests/bench/load.ts";
import type { RecordFigure } from "#tests/bench/report.ts";
import { startServer } from "#tests/bench/servers.ts";

const run = promisify(execFile);
const BARE = fileURLToPath(new URL("bare-join.ts", import.meta.url));
const CONNECTIONS = 32;
const AMOUNT = 3000;

async function bareRate(connectionString: string): Promise<number> {
  const { stdout } = await run(process.execPath, [BARE, connectionString, String(CONNECTIONS), String(AMOUNT)]);
  return Number(stdout);
}

/**
 * How many people can join in a second, beside the same transaction without the site. Every applicant is another person
 * at another address, and what is answered is on the disk (fsync is on).
 */
export async function measureJoin(cluster: Cluster, record: RecordFigure): Promise<void> {
  const url = await freshDatabase(cluster, "sandbar_bench_join");
  // Believes the address that the client makes up: 32 connections stand for as many people, not for one.
  const server = await startServer({ DATABASE_URL: url, SEED: "none", TRUST_PROXY: "1" });
  const subject: Subject = {
    name: "join",
    server,
    path: "/api/join",
    method: "POST",
    headers: { "content-type": "application/json" },
    connections: CONNECTIONS,
    each: { kind: "fresh applicant" },
  };
  const { percentOfBare, perSecond, barePerSecond } = await measureBesideBare(subject, AMOUNT, () => bareRate(url));
  record("join", percentOfBare, `median of ${ROUNDS} rounds in turns`);
  record("join-per-second", perSecond, "with the rate limit's own count in the database");
  record("join-bare-per-second", barePerSecond);
  await server.stop();
}
