import pg from "pg";
import { POOL_SIZE } from "#src/db/connect.server.ts";
import { CannotStart } from "#src/db/embedded/cannot-start.ts";

// Several processes share a few more, as they cannot lend one another an idle one.
const OF_ALL_WEB_PROCESSES = 24;
const LEAST = 4;
/** Of the process that does the background work beside others that serve: few jobs run at the same moment. */
export const BACKGROUND_POOL = 6;
// What hears the announcements has a connection of its own in each process.
const HEARING = 1;

/** How many connections the pool of a process that serves may have, when so many do. */
export function poolSize(webProcesses: number): number {
  return webProcesses === 1 ? POOL_SIZE : Math.max(LEAST, Math.floor(OF_ALL_WEB_PROCESSES / webProcesses));
}

/** The most connections that one site of several processes ever has open. */
export function mostConnections(webProcesses: number): number {
  return webProcesses * (poolSize(webProcesses) + HEARING) + BACKGROUND_POOL + HEARING;
}

/** Throws `CannotStart` when the database would turn some of the processes' connections away. */
export async function requireConnections(connectionString: string, webProcesses: number): Promise<void> {
  const client = new pg.Client({ connectionString, application_name: "sandbar start" });
  await client.connect();
  try {
    const { rows } = await client.query<{ free: number }>(
      `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as free`,
    );
    const free = rows[0]?.free ?? 0;
    const most = mostConnections(webProcesses);
    if (most > free) {
      throw new CannotStart(
        `WEB_PROCESSES=${webProcesses} may need ${most} connections, and this PostgreSQL takes ${free}. ` +
          "Choose fewer processes, or raise its max_connections.",
      );
    }
  } finally {
    await client.end();
  }
}
