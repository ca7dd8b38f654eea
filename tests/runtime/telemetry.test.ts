import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#src/db/embedded/embedded-postgres.server.ts";
import { joinForm } from "#tests/support/join-form.ts";
import { attribute, type OtlpReceiver, startOtlpReceiver } from "#tests/support/otlp-receiver.ts";
import { freePort, until } from "#tests/support/processes.ts";
import { type SiteProcess, startSiteProcess } from "#tests/support/site-process.ts";

const PASSWORD = "Sandy-beach-42";
const PERSON = {
  email: "wilhelmina.quill@example.net",
  phone: "9045557013",
  firstName: "Wilhelmina",
  lastName: "Quill",
};
/** As a proxy in front gives them. */
const REQUEST = "0123456789abcdef0123456789abcdef";
const LOCKED = "fedcba9876543210fedcba9876543210";

let folder: string;
let database: EmbeddedPostgres;
let client: pg.Client;
let receiver: OtlpReceiver;
let site: SiteProcess;
const secrets = [...Object.values(PERSON), PASSWORD, "member@example.com", "who-is-searched-for"];

const settings = (): Record<string, string> => ({
  DATABASE_URL: database.connectionString,
  DATA_DIR: join(folder, "site"),
  SEED: "demo",
  SEED_PASSWORD: PASSWORD,
  LOG_LEVEL: "info",
  TRUST_PROXY: "1",
});

const call = (path: string, headers: Record<string, string> = {}, body?: unknown) =>
  fetch(site.url + path, {
    method: body === undefined ? "GET" : "POST",
    headers: { "content-type": "application/json", ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sandbar-telemetry-"));
  [database, receiver] = await Promise.all([
    startEmbeddedPostgres({ dataDir: join(folder, "database") }),
    startOtlpReceiver(),
  ]);
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  site = await startSiteProcess({ ...settings(), OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
});
afterAll(async () => {
  await site.stop();
  await client.end();
  await Promise.all([receiver.close(), database.stop()]);
  await rm(folder, { recursive: true, force: true });
});

test("[OPS-05] a statement that waits in the database names its request", async () => {
  await client.query("begin; lock table accounts in access exclusive mode");
  const answer = call(
    "/api/auth/sign-in",
    { "x-request-id": LOCKED },
    { email: "member@example.com", password: PASSWORD },
  );
  await until("PostgreSQL shows the request", async () => {
    // A transaction sees the activity of the moment at which it first asked.
    await client.query("select pg_stat_clear_snapshot()");
    const { rows } = await client.query<{ query: string }>(
      "select query from pg_stat_activity where wait_event_type = 'Lock'",
    );
    return rows.some(({ query }) => query.startsWith(`/* request ${LOCKED} */`));
  });
  await client.query("rollback");
  expect((await answer).status).toBe(200);
  const { idToken } = (await (await answer).json()) as { idToken: string };
  secrets.push(idToken);
});

test("[OPS-05] a request makes a trace with its statements, a log line and a measurement, and nothing personal is sent", async () => {
  const token = secrets.at(-1) ?? "";
  const answer = await call("/api/profile?search=who-is-searched-for", {
    "x-request-id": REQUEST,
    authorization: `Bearer ${token}`,
  });
  expect([answer.status, answer.headers.get("x-request-id")]).toEqual([200, REQUEST]);
  expect((await call("/api/join", {}, joinForm(PERSON))).status).toBe(200);
  expect((await call("/api/join", {}, { ...joinForm(PERSON), email: "not an address of Wilhelmina" })).status).toBe(
    422,
  );
  expect((await call("/events?search=who-is-searched-for")).status).toBe(200);
  expect(await site.stop()).toBe(0);

  const root = receiver.spans().find((span) => attribute(span, "sandbar.request_id") === REQUEST);
  if (!root) throw new Error("The request has no span");
  expect([root.name, root.parentSpanId, attribute(root, "http.response.status_code")]).toEqual([
    "GET /api/profile",
    undefined,
    "200",
  ]);
  const statements = receiver
    .spans()
    .filter(({ traceId, spanId }) => traceId === root.traceId && spanId !== root.spanId);
  expect(statements.length).toBeGreaterThan(0);
  for (const span of statements) {
    expect(span.parentSpanId).toBe(root.spanId);
    expect(attribute(span, "db.system.name")).toBe("postgresql");
    expect(attribute(span, "db.query.text")).toMatch(/^\(?(?:select|with|insert)/i);
  }
  const lines = receiver.lines().filter(({ traceId }) => traceId === root.traceId);
  expect(lines.map((line) => [attribute(line, "requestId"), attribute(line, "path")])).toEqual([
    [REQUEST, "/api/profile"],
  ]);
  const measured = receiver.metrics().find(({ name }) => name === "sandbar_http_request_duration_seconds");
  const profile = measured?.histogram?.dataPoints.find((point) => attribute(point, "route") === "/api/profile");
  expect(Number(profile?.count)).toBe(1);
  expect(profile?.bucketCounts?.map(Number).reduce((sum, each) => sum + each)).toBe(1);
  expect(receiver.spans().map(({ name }) => name)).toContain("job deliver-urgent-mails");
  for (const secret of secrets) expect(receiver.raw()).not.toContain(secret);
});

test("[OPS-05] a collector that is away changes nothing for people, and does not hold up a stop", async () => {
  const away = await startSiteProcess({
    ...settings(),
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
  });
  expect((await fetch(`${away.url}/events`)).status).toBe(200);
  await until("it says so", () => away.said().includes("the telemetry collector did not take what it was sent"));
  expect(await away.stop()).toBe(0);
  expect(away.said().split("telemetry collector")).toHaveLength(2);
});
