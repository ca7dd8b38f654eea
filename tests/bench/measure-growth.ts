import { type Cluster, eventsDatabase } from "#tests/bench/databases.ts";
import { NOW, TODAY } from "#tests/bench/events-data.ts";
import { measureInTurns, type Subject } from "#tests/bench/load.ts";
import type { RecordFigure } from "#tests/bench/report.ts";
import { startServer } from "#tests/bench/servers.ts";

const SMALL = 50;
const ROUNDS = 7;
const CONNECTIONS = 8;
const headers = { "accept-encoding": "gzip, deflate, br" };

/**
 * The cost of the first page of events, as a page rendered anew and as an answer of the API, in the server's process
 * and PostgreSQL's together, as the number of events grows. One server a size, asked in turns.
 */
export async function measureGrowth(cluster: Cluster, sizes: readonly number[], record: RecordFigure): Promise<void> {
  const subjects: Subject[] = [];
  const servers = [];
  for (const size of [SMALL, ...sizes]) {
    const server = await startServer({ DATABASE_URL: await eventsDatabase(cluster, size), NOW, SEED: "none" });
    servers.push(server);
    const common = { server, headers, connections: CONNECTIONS, postmaster: cluster.postmaster };
    subjects.push(
      { ...common, name: `page ${size}`, path: "/events", each: { kind: "fresh page", day: TODAY } },
      { ...common, name: `api ${size}`, path: "/api/social-events", each: { kind: "fresh page", day: TODAY } },
    );
  }
  const measured = await measureInTurns(subjects, ROUNDS);
  const what =
    cluster.postmaster === undefined
      ? "CPU of the server only (its PostgreSQL is elsewhere)"
      : "CPU of server and PostgreSQL";
  for (const size of sizes) {
    for (const kind of ["page", "api"] as const) {
      const [large, small] = [`${kind} ${size}`, `${kind} ${SMALL}`];
      const note = `${what} ${measured.cost(small).cpuMs.toFixed(2)} → ${measured.cost(large).cpuMs.toFixed(2)} ms; wall × ${measured.ratio(large, small, (cost) => cost.p50Ms).toFixed(2)}`;
      record(size === 10_000 ? `list-${kind}-growth-10000` : `list-${kind}-growth`, measured.ratio(large, small), note);
    }
  }
  for (const server of servers) await server.stop();
}
