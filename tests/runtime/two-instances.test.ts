import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { joinForm } from "#tests/support/join-form.ts";
import { expectReady } from "#tests/support/live-reader.ts";
import { formOf, makeJpeg } from "#tests/support/pictures.ts";
import { killHard, until, webProcessesOf } from "#tests/support/processes.ts";
import { readMetrics, samplesOf, sumOf } from "#tests/support/read-metrics.ts";
import type { SiteProcess } from "#tests/support/site-process.ts";
import { startTwoInstances, type TwoInstances } from "#tests/support/two-instances.ts";

// Two instances of the site behind nginx on one PostgreSQL; the first serves with two processes.

const PASSWORD = "Sandy-beach-42";
const METRICS_TOKEN = "read-the-metrics-9";
/** A person who must not appear in any log. */
const PERSON = {
  email: "wilhelmina.quill@example.net",
  phone: "9045557013",
  firstName: "Wilhelmina",
  lastName: "Quill",
};

let both: TwoInstances;
let member: string;
let eventId: string;
/** Sent values that are secrets or personal data. */
const secrets: string[] = [...Object.values(PERSON), PASSWORD, METRICS_TOKEN];

beforeAll(async () => {
  both = await startTwoInstances({ SEED: "demo", SEED_PASSWORD: PASSWORD, LOG_LEVEL: "info" }, { METRICS_TOKEN });
  member = (await signIn(both.first.url, "member@example.com")).token;
  // One that is still to come whatever the hour: these sites go by the world's clock.
  const [event] = await both.sql(
    `select id from social_events where starts_at > now() + interval '1 day' and general_public and not held
       and status = 'scheduled' and not show_photos and going_count + 5 < capacity order by starts_at limit 1`,
  );
  eventId = String(event?.["id"]);
});
afterAll(() => both?.close());

type Call = { method?: string; body?: unknown; as?: string; headers?: Record<string, string> };

const call = (url: string, { method, body, as, headers = {} }: Call = {}) =>
  fetch(url, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: {
      ...headers,
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(as !== undefined && { authorization: `Bearer ${as}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

async function signIn(url: string, email: string): Promise<{ token: string; cookie: string }> {
  const answer = await call(`${url}/api/auth/sign-in`, { body: { email, password: PASSWORD } });
  const cookie = answer.headers.getSetCookie().map((line) => line.split(";")[0]);
  const { idToken: token } = (await answer.json()) as { idToken: string };
  secrets.push(
    token,
    ...cookie.filter((pair) => pair?.startsWith("sandbar_refresh=")).map((pair) => pair?.slice(16) ?? ""),
  );
  return { token, cookie: cookie.join("; ") };
}

/** So many at once that each process of an instance is asked. */
const bodiesOf = (url: string) => Promise.all(Array.from({ length: 6 }, async () => (await call(url)).text()));

test("[AUTH-07, AUTH-10] who signs in at one instance is known at the other, goes on there, and is signed out of both", async () => {
  const session = await signIn(both.first.url, "host@example.com");
  expect((await call(`${both.second.url}/api/profile`, { as: session.token })).status).toBe(200);
  const again = await call(`${both.second.url}/api/auth/refresh`, {
    method: "POST",
    headers: { cookie: session.cookie },
  });
  const { idToken } = (await again.json()) as { idToken: string };
  secrets.push(idToken);
  expect((await call(`${both.first.url}/api/profile`, { as: idToken })).status).toBe(200);
  const cookie = again.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  expect((await call(`${both.first.url}/api/auth/sign-out`, { body: {}, headers: { cookie } })).status).toBe(200);
  const late = await call(`${both.second.url}/api/auth/refresh`, { method: "POST", headers: { cookie } });
  expect(late.status).toBe(401);
});

test("[JOIN-17] who joins through the proxy is there for both", async () => {
  expect((await call(`${both.url}/api/join`, { body: joinForm(PERSON) })).status).toBe(200);
  const admin = (await signIn(both.url, "admin@example.com")).token;
  for (const { url } of [both.first, both.second]) {
    const found = await call(`${url}/api/pending-join-requests/users?search=${PERSON.email}`, { as: admin });
    expect(await found.text()).toContain(PERSON.lastName);
  }
});

test("[DASH-06, CHAT-06] an answer and a message given to one instance are seen live by readers of the other, through the proxy too", async () => {
  const readers = await Promise.all(
    [both.second.url, both.url].flatMap((url) =>
      [`event=${eventId}`, "chat=volleyball"].map(async (what) =>
        expectReady(await call(`${url}/api/live?${what}`, { as: member })),
      ),
    ),
  );
  const rsvp = `${both.first.url}/api/social-events/${eventId}/rsvp`;
  expect((await call(rsvp, { method: "PUT", body: { answer: "maybe" }, as: member })).status).toBe(200);
  expect((await call(rsvp, { method: "PUT", body: { answer: "going" }, as: member })).status).toBe(200);
  const query = `mutation { sendMessage(chatId: "volleyball", text: "Nets up at five", clientId: "two instances") { seq } }`;
  expect(await (await call(`${both.first.url}/graphql`, { body: { query }, as: member })).text()).toContain('"seq":');
  const heard = await Promise.all(readers.map(async (reader) => (await reader.next())?.event));
  expect(heard).toEqual(["changed", "message", "changed", "message"]);
  await Promise.all(readers.map((reader) => reader.close()));
});

test("an event that is edited through one instance is seen at once on the cached pages of every process", async () => {
  const pages = [both.first.url, both.second.url].map((url) => `${url}/events/${eventId}`);
  const all = async () => (await Promise.all(pages.map(bodiesOf))).flat();
  await until("each process keeps it", async () => {
    for (const page of await all()) expect(page).not.toContain("Bring a lantern");
    const hits = samplesOf(await metricsOf(both.first), "sandbar_page_cache_hits_total");
    return hits.length === 2 && hits.every(({ value }) => value > 0);
  });
  const admin = (await signIn(both.second.url, "admin@example.com")).token;
  const edited = await call(`${both.second.url}/api/social-events/${eventId}`, {
    method: "PATCH",
    body: { description: "Bring a lantern" },
    as: admin,
  });
  expect(edited.status).toBe(200);
  await until(
    "every process shows it",
    async () => (await all()).every((page) => page.includes("Bring a lantern")),
    5_000,
  );
});

test("[OPS-06] nginx answers visitors' pages without asking the site, for a second; who is signed in is asked for anew", async () => {
  const page = `${both.url}/events/${eventId}`;
  const idOf = async (headers: Record<string, string> = {}) =>
    (await call(page, { headers })).headers.get("x-request-id");
  // The id of the request that the site answered: the same one twice came from the cache.
  await until("nginx keeps the page", async () => new Set([await idOf(), await idOf()]).size === 1);
  const signedIn = { cookie: "sandbar_session=1" };
  expect(new Set([await idOf(signedIn), await idOf(signedIn)]).size).toBe(2);
  const admin = (await signIn(both.second.url, "admin@example.com")).token;
  const edit = { method: "PATCH", body: { description: "Bring a torch" }, as: admin };
  expect((await call(`${both.second.url}/api/social-events/${eventId}`, edit)).status).toBe(200);
  await until(
    "visitors see the change",
    async () => (await (await call(page)).text()).includes("Bring a torch"),
    5_000,
  );
  // Answers of the API are nobody's but the caller's.
  const [one, other] = [await call(`${both.url}/api/social-events`), await call(`${both.url}/api/social-events`)];
  expect(one.headers.get("x-request-id")).not.toBe(other.headers.get("x-request-id"));
});

test("uses are counted across processes, by the address that the proxy tells and not by what a client says", async () => {
  // Each claims to be somebody else, which the proxy in front of ours has written down behind.
  const from = (index: number) => ({ "x-forwarded-for": `203.0.113.${index}, 198.51.100.7` });
  // Each names an inbox of its own, which has a limit too.
  const bodyOf = (index: number) => ({ ...PERSON, email: `leaver${index}@example.net`, message: "UNSUBSCRIBE" });
  const urls = [both.first.url, both.second.url, both.url];
  const statuses: number[] = [];
  for (let index = 0; index < 24; index += 1) {
    const url = `${urls[index % 3]}/api/unsubscribe`;
    statuses.push((await call(url, { body: bodyOf(index), headers: from(index) })).status);
  }
  expect(statuses).toEqual([...Array<number>(20).fill(200), 429, 429, 429, 429]);
  const other = { "x-forwarded-for": "198.51.100.8" };
  expect((await call(`${both.url}/api/unsubscribe`, { body: bodyOf(24), headers: other })).status).toBe(200);
});

test("each mail is sent once, whichever of the processes is told of it first", async () => {
  const body = { ...PERSON, sex: "female", message: "A towel was left.", formType: "support" };
  const writers = Array.from({ length: 12 }, (_, index) => ({ ...body, email: `writer${index}@example.net` }));
  const answers = await Promise.all(writers.map((writer) => call(`${both.url}/api/support`, { body: writer })));
  expect(answers.map(({ status }) => status)).toEqual(writers.map(() => 200));
  await until("all is sent", async () => {
    return (await both.sql("select 1 from mail_outbox where status = 'waiting'")).length === 0;
  });
  const mails = await both.mails();
  const receipts = mails.map(({ to }) => to).filter((to) => to.startsWith("writer"));
  expect(receipts.toSorted()).toEqual(writers.map(({ email }) => email).toSorted());
});

test("a picture that is sent to one instance is shown by the other", async () => {
  const body = formOf(await makeJpeg());
  const sent = await fetch(`${both.url}/api/images`, {
    method: "POST",
    body,
    headers: { authorization: `Bearer ${member}` },
  });
  const { key, sizes } = (await sent.json()) as { key: string; sizes: number[] };
  expect(sent.status).toBe(201);
  for (const { url } of [both.first, both.second])
    expect((await call(`${url}/images/${key}-${sizes[0]}.webp`)).headers.get("content-type")).toBe("image/webp");
});

async function metricsOf({ url }: SiteProcess) {
  const answer = await call(`${url}/metrics`, { as: METRICS_TOKEN });
  expect(answer.status).toBe(200);
  return readMetrics(await answer.text());
}

test("one answer has the metrics of all processes of an instance; the other, without a token in its settings, has none, and the proxy gives out nobody's", async () => {
  const count = async () =>
    sumOf(samplesOf(await metricsOf(both.first), "sandbar_http_request_duration_seconds_count", { route: "/healthz" }));
  const before = await count();
  await bodiesOf(`${both.first.url}/healthz`);
  expect(await count()).toBe(before + 6);
  const samples = await metricsOf(both.first);
  const processes = (name: string) => samplesOf(samples, name).map(({ labels }) => labels["process"]);
  expect(processes("process_resident_memory_bytes")).toEqual(["background", "web-1", "web-2"]);
  expect(processes("nodejs_eventloop_lag_p99_seconds")).toEqual(["background", "web-1", "web-2"]);
  expect(processes("sandbar_live_readers")).toEqual(["web-1", "web-2"]);
  for (const name of [
    "sandbar_jobs_waiting",
    "sandbar_jobs_oldest_seconds",
    "sandbar_mails_waiting",
    "sandbar_mails_failed",
  ])
    expect(samplesOf(samples, name, { process: "background" })[0]?.value, name).toBeGreaterThanOrEqual(0);
  expect(sumOf(samplesOf(samples, "sandbar_database_pool_connections"))).toBeGreaterThan(0);
  const ask = async (url: string) => (await call(`${url}/metrics`, { as: METRICS_TOKEN })).status;
  expect([await ask(both.second.url), await ask(both.url)]).toEqual([404, 404]);
});

test("of a process that is killed nobody notices anything, and it is started again", async () => {
  const pid = both.first.child.pid as number;
  const [victim = 0, other] = webProcessesOf(pid);
  await killHard(victim);
  for (let index = 0; index < 20; index += 1) expect((await call(`${both.url}/events/${eventId}`)).status).toBe(200);
  await until(
    "there are two again",
    async () => samplesOf(await metricsOf(both.first), "sandbar_live_readers").length === 2,
    60_000,
  );
  expect(webProcessesOf(pid)).toContain(other);
  await until("it is ready", async () => (await call(`${both.first.url}/readyz`)).ok);
});

test("[JOIN-03, JOIN-17] an instance is killed in the middle of the work: the proxy goes on with the other, and nothing acknowledged is lost", async () => {
  const acknowledged = new Set<string>();
  const work = new AbortController();
  onTestFinished(() => work.abort());
  const submit = async (number: number) => {
    for (let index = 0; !work.signal.aborted; index += 1) {
      const email = `p${number}-${index}@example.org`;
      const phone = `9045${number}${String(index).padStart(5, "0")}`;
      const body = joinForm({ email, phone, message: email });
      const answer = await call(`${both.url}/api/join`, {
        body,
        headers: { "x-forwarded-for": `198.51.100.${100 + number}` },
      });
      if (answer.status === 200) acknowledged.add(email);
      await answer.body?.cancel();
    }
  };
  const clients = [1, 2, 3, 4].map(submit);
  await until("both work", () => acknowledged.size > 8);
  await killHard(both.first.child.pid as number);
  // A concurrent reader gets the page from the other process.
  const pages = await Promise.all(Array.from({ length: 20 }, () => call(`${both.url}/events/${eventId}`)));
  expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200));
  const before = acknowledged.size;
  await until("the other goes on", () => acknowledged.size > before + 8);
  work.abort();
  await Promise.all(clients);
  // The processes that served it end with the one that started them.
  await until("its port is free", () =>
    call(`${both.first.url}/healthz`).then(
      () => false,
      () => true,
    ),
  );
  const rows = await both.sql(
    "select data->>'message' as kept from join_submissions where completed_at is not null and user_id is not null",
  );
  const kept = new Set(rows.map((row) => row["kept"]));
  expect([...acknowledged].filter((email) => !kept.has(email))).toEqual([]);
});

test("after all of that no log knows a person, a password or a token; each line is whole and has its request's id", async () => {
  const said = `${both.first.said()}${both.second.said()}`;
  // The start prints the demo town's password.
  const lines = said.split("\n").filter((line) => line.startsWith("{"));
  const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const requests = entries.filter((entry) => "path" in entry);
  expect(requests.length).toBeGreaterThan(100);
  for (const entry of requests) expect(entry["requestId"]).toMatch(/^[0-9a-f-]{32,36}$/);
  const logs = `${lines.join("\n")}${await both.complaints()}`;
  expect(secrets.length).toBeGreaterThan(8);
  for (const secret of secrets) expect(logs).not.toContain(secret);
});
