import { get, type IncomingMessage } from "node:http";
import { once } from "node:events";
import { type Cluster, freshDatabase } from "#tests/bench/databases.ts";
import { median } from "#tests/bench/load.ts";
import { cpuOf, memoryOf } from "#tests/bench/process-usage.ts";
import type { RecordFigure } from "#tests/bench/report.ts";
import { type Server, startServer, temporaryFolder } from "#tests/bench/servers.ts";

const READERS = 1000;
/** Lines that are opened at the same time. */
const AT_ONCE = 50;
const MESSAGES = 20;
const PASSWORD = "Bench-on-the-beach-1";

async function post(server: Server, path: string, body: unknown, token?: string): Promise<unknown> {
  const answer = await fetch(server.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return answer.json();
}

/** A line on one chat, and the moment at which it had each message. */
class Reader {
  #text = "";
  #waiting: { readonly mark: string; readonly resolve: (moment: number) => void } | undefined;

  constructor(line: IncomingMessage) {
    line.setEncoding("utf8");
    line.on("data", (chunk: string) => {
      this.#text += chunk;
      this.#look();
    });
  }

  /** When the text has come. */
  waitFor(mark: string): Promise<number> {
    return new Promise((resolve) => {
      this.#waiting = { mark, resolve };
      this.#look();
    });
  }

  #look(): void {
    if (!this.#waiting || !this.#text.includes(this.#waiting.mark)) return;
    this.#waiting.resolve(performance.now());
    this.#waiting = undefined;
    this.#text = "";
  }
}

async function openReader(server: Server, token: string): Promise<Reader> {
  const request = get(`${server.url}/api/live?chat=volleyball`, {
    agent: false,
    headers: { authorization: `Bearer ${token}` },
  });
  const [line] = (await once(request, "response")) as [IncomingMessage];
  if (line.statusCode !== 200) throw new Error(`a line answered ${line.statusCode}`);
  const reader = new Reader(line);
  await reader.waitFor("event: ready");
  return reader;
}

/** A thousand people read one chat: how soon the last of them has a message, and what they cost the server. */
export async function measureLive(cluster: Cluster, record: RecordFigure): Promise<void> {
  const server = await startServer({
    DATABASE_URL: await freshDatabase(cluster, "sandbar_bench_live"),
    DATA_DIR: await temporaryFolder(),
    SEED: "demo",
    SEED_PASSWORD: PASSWORD,
  });
  const { idToken } = (await post(server, "/api/auth/sign-in", {
    email: "member@example.com",
    password: PASSWORD,
  })) as { idToken: string };
  const before = memoryOf(server.pid).now;
  const readers: Reader[] = [];
  while (readers.length < READERS) {
    readers.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => openReader(server, idToken)))));
  }
  const slowest: number[] = [];
  const cpuBefore = cpuOf(server.pid);
  for (let index = 0; index < MESSAGES; index += 1) {
    const text = `measured ${index}.`;
    const all = readers.map((reader) => reader.waitFor(text));
    const started = performance.now();
    const query = `mutation { sendMessage(chatId: "volleyball", text: "${text}", clientId: "${text}") { seq } }`;
    await post(server, "/graphql", { query }, idToken);
    slowest.push(Math.max(...(await Promise.all(all))) - started);
  }
  const cpuMs = (cpuOf(server.pid) - cpuBefore) / MESSAGES;
  const { now, highest } = memoryOf(server.pid);
  const worst = Math.max(...slowest).toFixed(0);
  const how = `median of ${MESSAGES} messages; ${cpuMs.toFixed(0)} ms CPU of the server each; the worst took ${worst} ms`;
  record("live-slowest", median(slowest), how);
  record("live-memory", now, `${before.toFixed(0)} MB before the lines were opened, ${highest.toFixed(0)} MB at most`);
  await server.stop();
}
