import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { connectionOf } from "#src/db/transaction.server.ts";
import { hostUrls } from "#src/shared/database-hosts.mjs";

// A dead host never responds, so all hosts are probed in parallel.
const PROBE_MS = 3_000;
const ASK_AGAIN_MS = 200;

type Address = { readonly host: string; readonly port: number };

/** False on a standby, and in a database that was made read-only. */
export const IS_WRITABLE = `select current_setting('transaction_read_only') = 'off' as "isWritable"`;

type Search = { isOver: boolean };

/** Polls until the server at this address takes writes, because a standby may be promoted at any time. */
async function untilWritable(connectionString: string, search: Search): Promise<Address> {
  const end = performance.now() + PROBE_MS;
  const client = new pg.Client({
    connectionString,
    application_name: "sandbar start",
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  });
  // The statement in progress reports a broken connection.
  client.on("error", () => undefined);
  try {
    await client.connect();
    for (;;) {
      const { rows } = await client.query<{ isWritable: boolean }>(IS_WRITABLE);
      if (rows[0]?.isWritable === true) return { host: client.host, port: client.port };
      if (search.isOver || performance.now() > end) throw new Error("read-only");
      await delay(ASK_AGAIN_MS);
    }
  } finally {
    // Not awaited: closing a connection to a silent host would hang.
    void client.end().catch(() => undefined);
  }
}

/** Finds the primary among several hosts. Searches again after a connection to it broke. */
class Leader {
  readonly #urls: readonly string[];
  #found: Promise<Address> | undefined;

  constructor(urls: readonly string[]) {
    this.#urls = urls;
  }

  find(): Promise<Address> {
    this.#found ??= this.#search().catch((cause: unknown) => {
      this.#found = undefined;
      // SQLSTATE of a client that cannot connect.
      throw Object.assign(new Error("no host of DATABASE_URL takes writes", { cause }), { code: "08001" });
    });
    return this.#found;
  }

  async #search(): Promise<Address> {
    const search: Search = { isOver: false };
    try {
      return await Promise.any(this.#urls.map((url) => untilWritable(url, search)));
    } finally {
      search.isOver = true;
    }
  }

  forget(): void {
    this.#found = undefined;
  }
}

function clientOf(leader: Leader): typeof pg.Client {
  class LeaderClient extends pg.Client {
    connectOnce(): Promise<pg.Client> {
      return super.connect();
    }
  }
  async function connect(client: LeaderClient): Promise<pg.Client> {
    client.on("error", () => leader.forget());
    client.on("end", () => leader.forget());
    try {
      Object.assign(client, await leader.find());
      await client.connectOnce();
      return client;
    } catch (error) {
      leader.forget();
      // Without a leader its socket was never used.
      connectionOf(client).stream.destroy();
      throw error;
    }
  }
  // Overloaded: the pool passes a callback.
  LeaderClient.prototype.connect = function (this: LeaderClient, done?: (error: unknown) => void) {
    const connected = connect(this);
    if (done) connected.then(() => done(null), done);
    return done ? undefined : connected;
  } as typeof pg.Client.prototype.connect;
  return LeaderClient;
}

/** Client class and URL for this database. With several hosts, clients connect to the primary. */
export function clientsOf(connectionString: string): { Client: typeof pg.Client; connectionString: string } {
  const urls = hostUrls(connectionString);
  const [first = connectionString] = urls;
  return { Client: urls.length === 1 ? pg.Client : clientOf(new Leader(urls)), connectionString: first };
}

/** Creates a client outside the pool. */
export function makeClient({
  connectionString,
  ...options
}: pg.ClientConfig & { connectionString: string }): pg.Client {
  const { Client, connectionString: address } = clientsOf(connectionString);
  return new Client({ ...options, connectionString: address });
}
