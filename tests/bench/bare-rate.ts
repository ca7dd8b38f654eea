import pg from "pg";

/** Does `once` this many times over this many connections, as fast as it goes, and prints how often in a second. */
export async function printRate(
  [connectionString = "", connections = "", amount = ""]: readonly string[],
  once: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const clients = await Promise.all(
    Array.from({ length: Number(connections) }, async () => {
      const client = new pg.Client({ connectionString });
      await client.connect();
      return client;
    }),
  );
  let left = Number(amount);
  const started = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      while (left > 0) {
        left -= 1;
        await once(client);
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  await Promise.all(clients.map((client) => client.end()));
  process.stdout.write(String(Number(amount) / seconds));
}
