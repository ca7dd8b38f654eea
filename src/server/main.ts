import { once } from "node:events";
import type { RequestListener, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { seedDemoTown } from "#seeds/demo-town.server.ts";
import { type Config, ConfigError, readConfig } from "#src/config.server.ts";
import { CannotStart } from "#src/db/embedded/cannot-start.ts";
import { startEmbeddedPostgres } from "#src/db/embedded/embedded-postgres.server.ts";
import { migrateDatabase } from "#src/db/migrate.server.ts";
import { endMemberships } from "#src/features/membership/jobs.server.ts";
import { compose } from "#src/server/compose.server.ts";
import { createPatientServer } from "#src/server/connections.ts";
import type { ContentTag } from "#src/server/cached-pages.ts";
import { makeChatReader, makePost, makeTeller, startJobs } from "#src/server/jobs.ts";
import { makeDevListener, makeListener } from "#src/server/listener.ts";
import { LiveHub } from "#src/server/live/hub.ts";
import { strictHeaders } from "#src/server/middleware.ts";
import { hearNotices } from "#src/server/notices.ts";
import { PageCache } from "#src/server/page-cache.ts";

// What is under way when the process is told to stop may take this long; then its connection is cut.
const STOP_MS = 10_000;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Undoes, newest first, what was started. */
const stoppers: (() => Promise<void>)[] = [];
let stopping: Promise<void> | undefined;

function stop(): Promise<void> {
  stopping ??= (async () => {
    for (const undo of stoppers.toReversed()) await undo();
  })();
  return stopping;
}

async function findDatabase(config: Config): Promise<string> {
  if (config.databaseUrl !== undefined) return config.databaseUrl;
  const database = await startEmbeddedPostgres({ dataDir: config.dataDir, onProgress: say });
  stoppers.push(() => database.stop());
  return database.connectionString;
}

/**
 * Takes the port first and answers later: so the port is known, and a busy one is told of before any work. Whoever
 * comes in between waits the second that the start takes.
 */
async function takePort(config: Config, listener: Promise<RequestListener>): Promise<Server> {
  const server = createPatientServer((request, response) => {
    void listener.then((answer) => answer(request, response));
  });
  server.listen(config.port, config.host);
  await once(server, "listening");
  return server;
}

function stopServing(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), STOP_MS).unref();
  });
}

async function start(): Promise<void> {
  const config = readConfig();
  const listener = Promise.withResolvers<RequestListener>();
  const server = await takePort(config, listener.promise);
  const { port } = server.address() as AddressInfo;
  const connectionString = await findDatabase(config);
  const { app, close } = compose(config, connectionString, config.publicUrl ?? `http://localhost:${port}`);
  stoppers.push(close);
  await migrateDatabase(connectionString);
  // Before anybody is let in: memberships of a demonstration end where money counts from now on.
  await endMemberships(app);
  const demoPassword = config.seed === "demo" ? await seedDemoTown(app) : null;
  if (demoPassword !== null) {
    say("› Seeded the demo town: an empty database looks like nothing");
    say(`  Sign in as admin@example.com or member@example.com, password ${demoPassword}`);
    say(`  (all demo accounts: ${join(config.dataDir, "demo-accounts.txt")})`);
  }
  const cache = new PageCache(strictHeaders(app));
  const post = makePost(app);
  stoppers.push(() => post.stop());
  const teller = makeTeller(app);
  stoppers.push(() => teller.stop());
  const chatReader = makeChatReader(app);
  stoppers.push(() => chatReader.stop());
  chatReader.begin();
  const live = new LiveHub(app);
  const handlers = {
    chat_message: (chatId: string) => live.hearChat(chatId),
    poll_changed: (eventId: string) => live.hearEvent(eventId),
    account_changed: (sub: string) => live.hearAccount(sub),
    content_changed: (tag: string) => {
      cache.drop(tag as ContentTag);
      live.hearEvent(tag.replace(/^event:/, ""));
    },
    mail_waiting: () => post.begin(),
    join_decision: () => teller.begin(),
  };
  const onHearing = (isHearing: boolean) => {
    cache.setListening(isHearing);
    live.setHearing(isHearing);
  };
  stoppers.push(hearNotices(connectionString, handlers, onHearing, app.log));
  const jobs = startJobs(app, connectionString);
  stoppers.push(() => jobs.stop());
  const isReady = async () => {
    await app.db.execute(sql`select 1`);
    return jobs.isRunning();
  };
  const makeIt = process.argv.includes("--dev") ? makeDevListener : makeListener;
  listener.resolve(await makeIt(app, { cache, live, isReady }));
  stoppers.push(() => stopServing(server));
  // Before the server stops: it waits for what is under way, and a live line never ends by itself.
  stoppers.push(async () => live.stop());
  say(`Sandbar is ready: ${app.publicUrl}`);
}

/** A sentence for the person at the terminal. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof CannotStart) return error.message;
  if (!(error instanceof Error)) return String(error);
  if ("code" in error && error.code === "EADDRINUSE") {
    return "Another program already uses this port. Stop it, or choose another port: PORT=3001 npm start";
  }
  return `Sandbar could not start: ${error.stack ?? error.message}`;
}

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
  process.on(signal, () => {
    // The terminal and the start script may both pass the same Ctrl-C on.
    if (stopping) return;
    say("› Stopping: finishing what is under way");
    void stop().then(() => process.exit(0));
  });
}

start().catch(async (error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  await stop();
  process.exit(1);
});
