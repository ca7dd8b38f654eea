import cluster from "node:cluster";
import type { RequestListener, Server } from "node:http";
import { join } from "node:path";
import type { Pool } from "pg";
import { hasDemoTown, recognizeDemoTown } from "#seeds/demo-rows.server.ts";
import { seedDemoTown } from "#seeds/demo-town.server.ts";
import { type Config, ConfigError, readConfig } from "#src/config.server.ts";
import { listenFault } from "#src/config/listening.mjs";
import type { App } from "#src/context/app.ts";
import { CannotStart } from "#src/db/embedded/cannot-start.ts";
import { findLent, makeDataDirectory, startEmbeddedPostgres } from "#src/db/embedded/embedded-postgres.server.ts";
import { migrateDatabase } from "#src/db/migrate.server.ts";
import { makeFirstChats } from "#src/features/chats/commands.server.ts";
import { endMemberships } from "#src/features/membership/jobs.server.ts";
import { openSetup } from "#src/features/setup/commands.server.ts";
import { loadSettings } from "#src/features/settings/queries.server.ts";
import { describeSurprise } from "#src/http/surprise.server.ts";
import { followChanges } from "#src/db/change-log.server.ts";
import { archiveSettings } from "#src/server/backup/archive-settings.ts";
import { compose } from "#src/server/compose.server.ts";
import { startJobs } from "#src/server/jobs/engine.ts";
import { JOBS } from "#src/server/jobs/jobs.ts";
import { withSettings } from "#src/server/follow-settings.ts";
import { isDev, load, type MakeListener } from "#src/server/listener.ts";
import { mergeMetrics } from "#src/server/metrics/merge-metrics.ts";
import { Metrics } from "#src/server/metrics/metrics.ts";
import { BACKGROUND_POOL, requireConnections } from "#src/server/processes/connections.ts";
import { type Channel, meetPeer } from "#src/server/processes/peer.ts";
import { WebProcesses } from "#src/server/processes/web-processes.ts";
import { whatIsDown } from "#src/server/readiness.ts";
import { startWarnings } from "#src/server/start-warnings.ts";
import { announceStop, findPort, makeServer, stopServing, takePort } from "#src/server/serving.ts";
import type { Telemetry } from "#src/server/telemetry/telemetry.ts";
import { makeWeb, type Web } from "#src/server/web.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);

function sayReady(config: Config, publicUrl: string): void {
  for (const warning of startWarnings(config)) say(`! ${warning}`);
  say(`Sandbar is ready: ${publicUrl}`);
  // Sent to the start script if it started this process.
  process.send?.("ready");
}

/** Undefined until loaded. */
let settings: Config | undefined;
/** Undefined without a collector. */
let telemetry: Telemetry | undefined;
/** Cleanup steps, newest first. */
const stoppers: (() => Promise<void>)[] = [];
let stopping: Promise<void> | undefined;

function stop(): Promise<void> {
  stopping ??= (async () => {
    for (const undo of stoppers.toReversed()) await undo();
  })();
  return stopping;
}

async function findDatabase(config: Config): Promise<string> {
  if (config.databaseUrl !== undefined) {
    // Pictures and mails are files unless an outside service stores them.
    if (!config.s3 || config.smtpUrl === undefined) await makeDataDirectory(config.dataDir);
    return config.databaseUrl;
  }
  const lent = await findLent(config.dataDir);
  if (lent !== null) return lent;
  const database = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    onProgress: say,
    settings: archiveSettings(config),
  });
  stoppers.push(() => database.stop());
  return database.connectionString;
}

/**
 * Marks a demo town that was seeded before demo rows were tracked. Throws {@link CannotStart} if there is one in
 * production.
 */
async function refuseDemoTown({ config, db }: App): Promise<void> {
  await db.transaction((tx) => recognizeDemoTown(tx, config.group.timeZone));
  if (!config.production || !(await hasDemoTown(db))) return;
  throw new CannotStart(
    "This database holds the demo town, whose people and accounts are not real, so the site does not start in production. " +
      "Remove the town, with the settings of this start, by: npm run admin -- clear-demo",
  );
}

/** One-time work before the port opens. */
async function prepare(app: App, connectionString: string): Promise<void> {
  await migrateDatabase(connectionString, (message) => app.log.warn({}, message));
  await loadSettings(app);
  await refuseDemoTown(app);
  // Demonstration memberships end once real payments are set up.
  await endMemberships(app);
  const demoPassword = app.config.seed === "demo" ? await seedDemoTown(app) : null;
  await makeFirstChats(app);
  const setupUrl = await openSetup(app);
  if (setupUrl !== null) say(`› This site has no organizer yet. Set up the group at ${setupUrl}`);
  if (demoPassword === null) return;
  say("› Seeded the demo town: an empty database looks like nothing");
  say(`  Sign in as admin@example.com or member@example.com, password ${demoPassword}`);
  say(`  (all demo accounts: ${join(app.config.dataDir, "demo-accounts.txt")})`);
}

type Serving = Omit<Parameters<MakeListener>[1], "cache" | "live"> & { readonly web: Web };

const makeAnswers = (app: App, makeListener: MakeListener, { web, ...parts }: Serving): RequestListener =>
  makeListener(app, { ...parts, cache: web.cache, live: web.live, spans: telemetry?.requests });

function stopAnswering(config: Config, server: Server, { live }: Web): void {
  stoppers.push(() => stopServing(server, config));
  // Before closing the server, which waits for open responses: a live stream never ends by itself.
  stoppers.push(async () => live.stop());
  stoppers.push(() => announceStop(server, config));
}

function makeMetrics({ pool, app }: { pool: Pool; app: App }): Metrics {
  const metrics = new Metrics();
  metrics.watchProcess();
  metrics.watchPool(pool);
  telemetry?.send(metrics);
  telemetry?.tellHealth(app.log);
  return metrics;
}

/** Loads the telemetry libraries only if a collector is configured. */
async function watchWith({ sendsTelemetry }: Config): Promise<void> {
  if (!sendsTelemetry) return;
  const { startTelemetry } = await import("#src/server/telemetry/telemetry.ts");
  const started = startTelemetry();
  telemetry = started;
  stoppers.push(() => started.stop());
}

const startTracedJobs = (app: App) => startJobs(app, telemetry?.traced(JOBS) ?? JOBS);

/** Whether other instances serve meanwhile. With port 0, the port is known only once it is bound. */
async function isOneOfSeveral({ databaseUrl, dataDir, port }: Config): Promise<boolean> {
  return port !== 0 && (databaseUrl !== undefined || (await findLent(dataDir)) !== null);
}

/**
 * Runs everything in this process. Binds the port first, so that early connections wait; last if other instances can
 * serve them meanwhile.
 */
async function startAlone(config: Config): Promise<void> {
  const listener = Promise.withResolvers<RequestListener>();
  const server = makeServer(listener.promise);
  const isLate = await isOneOfSeveral(config);
  const port = isLate ? await findPort(config) : await takePort(server, config, config.port);
  const publicUrl = config.publicUrl ?? `http://localhost:${port}`;
  // Load pages while the database starts.
  const [connectionString, makeListener] = await Promise.all([findDatabase(config), load(publicUrl)]);
  const options = { logging: telemetry?.logging };
  const { app, pool, events, close } = await compose(config, connectionString, publicUrl, options);
  stoppers.push(close);
  await prepare(app, connectionString);
  const web = makeWeb(app);
  const jobs = startTracedJobs(app);
  stoppers.push(() => jobs.stop());
  const handlers = { ...web.handlers, ...jobs.handlers };
  const onHearing = (isHearing: boolean) => {
    web.onHearing(isHearing);
    jobs.onHearing(isHearing);
  };
  const changes = followChanges({ connectionString, events, log: app.log }, handlers, onHearing);
  stoppers.push(() => changes.stop());
  const metrics = makeMetrics({ pool, app });
  metrics.watchPages(web.cache, web.live);
  metrics.watchBacklog(app);
  listener.resolve(
    makeAnswers(app, makeListener, {
      web,
      metrics,
      readMetrics: () => metrics.text(),
      whatIsDown: () => whatIsDown(app, changes, () => jobs.isRunning()),
    }),
  );
  stopAnswering(config, server, web);
  if (isLate) await takePort(server, config, port);
  sayReady(config, publicUrl);
}

/** Runs as one of several web processes. The parent process does the one-time work. */
async function startWebProcess(config: Config): Promise<void> {
  const { databaseUrl = "", publicUrl = "" } = config;
  const makeListener = await load(publicUrl);
  const { app, pool, events, close } = await compose(config, databaseUrl, publicUrl, { logging: telemetry?.logging });
  stoppers.push(close);
  await loadSettings(app);
  const web = makeWeb(app);
  const changes = followChanges({ connectionString: databaseUrl, events, log: app.log }, web.handlers, web.onHearing);
  stoppers.push(() => changes.stop());
  const metrics = makeMetrics({ pool, app });
  metrics.watchPages(web.cache, web.live);
  const first = meetPeer(process as Channel, { metrics: () => metrics.text() });
  const answers = makeAnswers(app, makeListener, {
    web,
    metrics,
    readMetrics: () => first.ask("metrics"),
    whatIsDown: () => whatIsDown(app, changes, async () => (await first.ask("jobs")) === "running"),
  });
  // Last, because it reports readiness; until then other processes get the connections.
  const server = makeServer(Promise.resolve(answers));
  await takePort(server, config, config.port);
  stopAnswering(config, server, web);
}

/** Runs the parent process: starts the web processes, owns the private database, and runs the background jobs. */
async function startSeveral(config: Config): Promise<void> {
  const count = config.webProcesses;
  const port = await findPort(config);
  const connectionString = await findDatabase(config);
  await requireConnections(connectionString, count);
  const publicUrl = config.publicUrl ?? `http://localhost:${port}`;
  const options = { connections: BACKGROUND_POOL, logging: telemetry?.logging };
  const { app, pool, events, close } = await compose(config, connectionString, publicUrl, options);
  stoppers.push(close);
  await prepare(app, connectionString);
  const jobs = startTracedJobs(app);
  stoppers.push(() => jobs.stop());
  const changes = followChanges({ connectionString, events, log: app.log }, ...withSettings(app, jobs));
  stoppers.push(() => changes.stop());
  const metrics = makeMetrics({ pool, app });
  metrics.watchBacklog(app);
  const processes = new WebProcesses({
    count,
    environment: () => ({
      DATABASE_URL: connectionString,
      PUBLIC_URL: publicUrl,
      PORT: String(port),
      // A process started later continues the clock rather than restarting at NOW.
      ...(config.now && { NOW: app.clock.now().toISOString() }),
    }),
    answers: {
      jobs: async () => (jobs.isRunning() ? "running" : "not running"),
      metrics: async () => {
        const web = await processes.askAll("metrics");
        const all = [
          ["background", await metrics.text()] as const,
          ...[...web].map(([number, text]) => [`web-${number}`, text] as const),
        ];
        return mergeMetrics(new Map(all));
      },
    },
    log: app.log,
    onGivenUp: (error) => void giveUp(error),
  });
  stoppers.push(() => processes.stop());
  await processes.start();
  sayReady(config, publicUrl);
}

async function start(): Promise<void> {
  const config = readConfig();
  settings = config;
  await watchWith(config);
  if (cluster.isWorker) return startWebProcess(config);
  // Development uses one process, so that changes show at once.
  return config.webProcesses === 1 || isDev ? startAlone(config) : startSeveral(config);
}

const innermost = (error: Error): Error => (error.cause instanceof Error ? innermost(error.cause) : error);

/** A message for the terminal. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof CannotStart) return error.message;
  if (!(error instanceof Error)) return String(error);
  const portFault = settings && listenFault(error, settings);
  if (portFault !== undefined) return portFault;
  if ("code" in error && error.code === "ENOSPC") return "The disk is full. Free some space and start again.";
  if (describeSurprise(error).status === 503)
    return `Sandbar could not start, because its database failed: ${innermost(error).message}`;
  return `Sandbar could not start: ${error.stack ?? error.message}`;
}

function stopAndEnd(): void {
  // The terminal and the start script may both forward the same Ctrl-C.
  if (stopping) return;
  if (!cluster.isWorker) say("› Stopping: finishing what is under way");
  void stop().then(() => process.exit(0));
}

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, stopAndEnd);
if (!cluster.isWorker) {
  // The start script was killed without forwarding a signal.
  process.on("disconnect", stopAndEnd);
  // The IPC channel must not keep this process alive.
  process.channel?.unref();
}

async function giveUp(error: unknown): Promise<void> {
  process.stderr.write(`${explain(error)}\n`);
  await stop();
  process.exit(1);
}

start().catch(giveUp);
