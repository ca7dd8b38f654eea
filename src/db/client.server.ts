import pg from "pg";
import { hostUrls } from "#src/shared/database-hosts.mjs";

// A host that is gone answers nothing; the others are asked at the same time.
const PROBE_MS = 3_000;

type Address = { readonly host: string; readonly port: number };

/** False on a standby, and in a database that was made read-only. */
export const IS_WRITABLE = `select current_setting('transaction_read_only') = 'off' as "isWritable"`;

/** Rejects unless the server at this address takes writes. */
async function findWritable(connectionString: string): Promise<Address> {
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
    const { rows } = await client.query<{ isWritable: boolean }>(IS_WRITABLE);
    if (rows[0]?.isWritable !== true) throw new Error("read-only");
    return { host: client.host, port: client.port };
  } finally {
    // A host that is silent would keep its end waiting.
    void client.end().catch(() => undefined);
  }
}

/** The host that takes writes, of several. It is looked for again after a connection to it broke. */
class Leader {
  readonly #urls: readonly string[];
  #found: Promise<Address> | undefined;

  constructor(urls: readonly string[]) {
    this.#urls = urls;
  }

  find(): Promise<Address> {
    this.#found ??= Promise.any(this.#urls.map(findWritable)).catch((cause: unknown) => {
      this.#found = undefined;
      // SQLSTATE of a client that cannot connect.
      throw Object.assign(new Error("no host of DATABASE_URL takes writes", { cause }), { code: "08001" });
    });
    return this.#found;
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

/** The class and the address for clients of this database: with several hosts, they connect to the one that takes writes. */
export function clientsOf(connectionString: string): { Client: typeof pg.Client; connectionString: string } {
  const urls = hostUrls(connectionString);
  const [first = connectionString] = urls;
  return { Client: urls.length === 1 ? pg.Client : clientOf(new Leader(urls)), connectionString: first };
}

/** A connection apart from the pool. */
export function makeClient({
  connectionString,
  ...options
}: pg.ClientConfig & { connectionString: string }): pg.Client {
  const { Client, connectionString: address } = clientsOf(connectionString);
  return new Client({ ...options, connectionString: address });
}
