import { makeClient } from "#src/db/client.server.ts";
import { POOL_SIZE } from "#src/db/connect.server.ts";
import { CannotStart } from "#src/db/embedded/cannot-start.ts";

// Includes a margin, because processes cannot share idle connections.
const OF_ALL_WEB_PROCESSES = 24;
const LEAST = 4;
/** For the background process, which runs few jobs at a time. */
export const BACKGROUND_POOL = 6;
// Each process uses one more connection to listen for changes.
const HEARING = 1;

/** Pool size of each of this many web processes. */
export function poolSize(webProcesses: number): number {
  return webProcesses === 1 ? POOL_SIZE : Math.max(LEAST, Math.floor(OF_ALL_WEB_PROCESSES / webProcesses));
}

/** The most connections that a site with several processes opens. */
export function mostConnections(webProcesses: number): number {
  return webProcesses * (poolSize(webProcesses) + HEARING) + BACKGROUND_POOL + HEARING;
}

/** Throws `CannotStart` if the database's limit is below what the processes need. */
export async function requireConnections(connectionString: string, webProcesses: number): Promise<void> {
  const client = makeClient({ connectionString, application_name: "sandbar start" });
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
