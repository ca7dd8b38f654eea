import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Cluster, freshDatabase } from "#tests/bench/databases.ts";
import { measureBesideBare, ROUNDS } from "#tests/bench/beside-bare.ts";
import type { Subject } from "#tests/bench/load.ts";
import type { RecordFigure } from "#tests/bench/report.ts";
import { makeTown } from "#tests/bench/rsvp-town.ts";
import { PUBLIC_URL, startServer } from "#tests/bench/servers.ts";

const run = promisify(execFile);
const BARE = fileURLToPath(new URL("bare-rsvp.ts", import.meta.url));
const CONNECTIONS = 32;
const AMOUNT = 5000;

/**
 * How many answers to events the site takes in a second, beside the same transaction without it: 64 people change their
 * minds about 50 events, at random. What is answered is on the disk (fsync is on).
 */
export async function measureRsvp(cluster: Cluster, record: RecordFigure): Promise<void> {
  const url = await freshDatabase(cluster, "sandbar_bench_rsvp");
  // Tokens name their site, whatever port it has.
  const server = await startServer({ DATABASE_URL: url, SEED: "none", PUBLIC_URL });
  const { people, ids } = await makeTown(url);
  const who = people.map(({ userId, email }) => ({ userId, email }));
  const bareRate = async () => {
    const args = [BARE, url, String(CONNECTIONS), String(AMOUNT), JSON.stringify(who), JSON.stringify(ids)];
    return Number((await run(process.execPath, args)).stdout);
  };
  const subject: Subject = {
    name: "rsvp",
    server,
    path: "/api/social-events",
    method: "PUT",
    headers: { "content-type": "application/json" },
    connections: CONNECTIONS,
    each: { kind: "change of mind", tokens: people.map(({ token }) => token), events: ids },
  };
  const { percentOfBare, perSecond, cpuMs, barePerSecond } = await measureBesideBare(subject, AMOUNT, bareRate);
  record("rsvp", percentOfBare, `median of ${ROUNDS} rounds in turns`);
  record("rsvp-per-second", perSecond, `${cpuMs.toFixed(2)} ms CPU of the server each`);
  record("rsvp-bare-per-second", barePerSecond);
  await server.stop();
}
