import pg from "pg";
import type { TestSite } from "#tests/support/test-site.ts";

/**
 * What happens to one statement: it fails; or the connection is cut just before it is sent, or after it was done and
 * before anybody hears of it.
 */
export type Fault = "fails" | "cut before" | "cut after";

type Client = pg.PoolClient & { readonly processID: number };

export type FaultyStatements = {
  /** From now on statements are counted from 1, and the one of this number meets the fault. */
  arm(number: number, fault: Fault): void;
  /** From now on nothing happens. The statements that were sent since. */
  disarm(): readonly string[];
  close(): Promise<void>;
};

const GONE = "Connection terminated unexpectedly";

function textOf(query: unknown): string {
  if (typeof query === "string") return query;
  return typeof query === "object" && query !== null && "text" in query && typeof query.text === "string"
    ? query.text
    : "";
}

/** Stands between a site and its database. */
export async function faultyStatements({ app, databaseUrl }: TestSite): Promise<FaultyStatements> {
  const pool = (app.db as unknown as { $client: pg.Pool }).$client;
  const executioner = new pg.Client({ connectionString: databaseUrl });
  await executioner.connect();
  let armed: { number: number; fault: Fault } | null = null;
  let sent: string[] = [];
  const wrapped = new WeakSet<object>();

  /** Ends a connection's backend, and waits until the connection knows. */
  async function cut(client: Client): Promise<void> {
    const { promise: isGone, resolve } = Promise.withResolvers<void>();
    client.once("end", resolve);
    await executioner.query("select pg_terminate_backend($1)", [client.processID]);
    await isGone;
  }

  /** Statements of the pool itself call back, those of transactions promise. */
  function wrap(client: Client): void {
    if (wrapped.has(client)) return;
    wrapped.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const faulty = (...args: unknown[]): unknown => {
      if (!armed) return query(...args);
      sent.push(textOf(args[0]));
      if (sent.length !== armed.number) return query(...args);
      const { fault } = armed;
      const last = args.at(-1);
      if (fault === "fails") return typeof last === "function" ? query("select 1/0", last) : query("select 1/0");
      if (fault === "cut before") return cut(client).then(() => query(...args));
      if (typeof last === "function")
        return query(...args.slice(0, -1), () => void cut(client).then(() => last(new Error(GONE))));
      return Promise.resolve(query(...args)).then(async () => {
        await cut(client);
        throw new Error(GONE);
      });
    };
    Object.assign(client, { query: faulty });
  }

  const onAcquire = (client: pg.PoolClient) => wrap(client as Client);
  pool.on("acquire", onAcquire);
  return {
    arm(number, fault) {
      sent = [];
      armed = { number, fault };
    },
    disarm() {
      armed = null;
      return sent;
    },
    close: () => executioner.end(),
  };
}
