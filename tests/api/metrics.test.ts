import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { mergeMetrics } from "#src/server/metrics/merge-metrics.ts";
import { readMetrics, type Sample, samplesOf, sumOf } from "#tests/support/read-metrics.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

const TOKEN = "a-token-of-the-test";
const COUNT = "sandbar_http_request_duration_seconds_count";

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({ METRICS_TOKEN: TOKEN });
});
afterAll(() => site.close());

async function metrics(): Promise<Sample[]> {
  const answer = await site.fetch("/metrics", { as: TOKEN });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([
    200,
    "text/plain; version=0.0.4; charset=utf-8",
  ]);
  return readMetrics(await answer.text());
}

test("metrics require the token; without one in the settings they are off", async () => {
  for (const as of [undefined, "another-token-1234", await site.tokenFor(["Admins"])]) {
    const answer = await site.fetch("/metrics", as === undefined ? {} : { as });
    expect([answer.status, (await answer.text()).includes("sandbar_")]).toEqual([401, false]);
  }
  const closed = await startTestSite();
  const answer = await closed.fetch("/metrics", { as: TOKEN });
  expect([answer.status, (await answer.text()).includes("sandbar_")]).toEqual([404, false]);
  await closed.close();
});

test("requests are counted by the pattern of their address, so that nobody can make more lines than there are patterns", async () => {
  const ask = async (turn: number) => {
    const id = `2026-12-01-made-up-${turn}`;
    const addresses = [`/events/${id}`, `/events/${id}.data`, `/join/${id}`, `/nowhere/${id}?a=${id}`, `/u/${id}`];
    const calls = [
      `/api/social-events/${id}/rsvp`,
      `/api/${id}`,
      `/images/${id}.webp`,
      `/calendar/${id}.ics`,
      `/${id}.png`,
    ];
    for (const path of [...addresses, ...calls]) await site.fetch(path);
    await site.post(`/nowhere/${id}`, {});
    return metrics();
  };
  await site.addEvent(makeEvent({ day: "2026-11-28" }));
  await site.fetch("/events/2026-11-28-beach-volleyball");
  await metrics();
  const first = await ask(1);
  const later = await ask(2);
  const lines = (samples: readonly Sample[]) => samples.map(({ name, labels }) => name + JSON.stringify(labels));
  expect(lines(later).toSorted()).toEqual(lines(first).toSorted());
  expect(JSON.stringify(later)).not.toContain("made-up");
  const count = (route: string) => sumOf(samplesOf(later, COUNT, { route }));
  expect([count("/events/:eventId"), count("/join/:eventId"), count("/api/social-events/:eventId/rsvp")]).toEqual([
    5, 2, 2,
  ]);
  expect(samplesOf(later, COUNT, { route: "/api/*", method: "GET", status: "404" })[0]?.value).toBe(2);
});

test("what is under way, what waits in the database and who listens is told as it is now", async () => {
  await site.app.db.execute(`
    insert into jobs (name, due_at) values ('late', now() - interval '90 seconds'),
      ('due', now() - interval '10 seconds'), ('later', now() + interval '1 hour');
    insert into mail_outbox (id, key, kind, email, data, status, due_at, created_at)
      select 'm' || n, 'k' || n, 'test', 'ana@example.com', '{}', case when n < 3 then 'failed' else 'waiting' end, now(), now()
      from generate_series(1, 5) n`);
  const line = await site.fetch("/api/live?event=2026-11-28-beach-volleyball");
  const samples = await metrics();
  const value = (name: string) => samplesOf(samples, name)[0]?.value;
  expect(value("sandbar_jobs_waiting")).toBe(2);
  expect(value("sandbar_jobs_oldest_seconds")).toBeGreaterThanOrEqual(90);
  expect(value("sandbar_jobs_oldest_seconds")).toBeLessThan(600);
  expect([value("sandbar_mails_waiting"), value("sandbar_mails_failed")]).toEqual([3, 2]);
  expect(value("sandbar_live_readers")).toBe(1);
  // The question itself.
  expect(value("sandbar_http_requests_in_flight")).toBe(1);
  expect(value("sandbar_page_cache_misses_total")).toBeGreaterThan(0);
  await line.body?.cancel();
});

test("while the database is away the metrics are told all the same, and what it would know is no number", async () => {
  await site.app.db.execute("drop table jobs");
  const samples = await metrics();
  expect(samplesOf(samples, "sandbar_mails_waiting")[0]?.value).toBeNaN();
  expect(sumOf(samplesOf(samples, COUNT))).toBeGreaterThan(0);
});

test("the metrics of several processes stand side by side, each with its process", () => {
  const text = (value: number) =>
    `# HELP a Of all.\n# TYPE a counter\na ${value}\na{b="x } 1"} 2\n\n# HELP c Other.\n# TYPE c gauge\nc NaN\n`;
  const merged = mergeMetrics(
    new Map([
      ["one", text(1)],
      ["two", text(7)],
    ]),
  );
  expect(merged.match(/# HELP a /g)).toHaveLength(1);
  expect(samplesOf(readMetrics(merged), "a")).toEqual([
    { name: "a", labels: { process: "one" }, value: 1 },
    { name: "a", labels: { process: "one", b: "x } 1" }, value: 2 },
    { name: "a", labels: { process: "two" }, value: 7 },
    { name: "a", labels: { process: "two", b: "x } 1" }, value: 2 },
  ]);
});
