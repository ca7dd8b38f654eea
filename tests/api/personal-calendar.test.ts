import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { answer, callEvent, newcomer } from "#tests/support/events.ts";
import { readCalendar } from "#tests/support/read-calendar.ts";
import { PUBLIC_URL, startTestSite, type TestSite } from "#tests/support/test-site.ts";

const at = (day: string, title: string, more = {}) => makeEvent({ day, title, ...more });
const GOING = at("2026-11-28", "Going, with; a comma", { startTime: "18:00:00", lengthMinutes: 90, sequence: 2 });
const CLOCKS = at("2026-10-31", "Clocks go back", { startTime: "23:30:00", lengthMinutes: 180 });
const MAYBE = at("2026-11-29", "Not sure");
const FULL = at("2026-11-30", "Full House", { capacity: 1 });
const SECRET = at("2026-12-01", "Hidden Place", {
  membersOnlyLocation: true,
  location: "SECRET-PLACE",
  privateLocation: "SECRET-GATE",
  description: `Bring water.\n${"Grüße vom Strand 🏖️ ".repeat(20)}`,
});
const FRIENDS = at("2026-12-02", "Friends Only", { generalPublic: false });
const OFF = at("2026-12-03", "Called Off");
const LATER = at("2026-12-04", "Put Off");
const NO = at("2026-12-05", "Not for me");
const OTHERS = at("2026-12-06", "Somebody else's");

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "100" });
  for (const event of [GOING, CLOCKS, MAYBE, SECRET, FRIENDS, OFF, LATER, NO, OTHERS]) await site.addEvent(event);
  await site.addEvent(FULL, { going: 1 });
});
afterAll(() => site.close());
afterEach(() => void vi.unstubAllEnvs());

const call = (method: string, as?: string) =>
  site.fetch("/api/profile/calendar", { method, ...(as !== undefined && { as }) });

async function makeAddress(as: string): Promise<string> {
  const made = await call("POST", as);
  expect(made.status).toBe(201);
  const { url } = (await made.json()) as { url: string };
  expect(url).toMatch(new RegExp(`^${PUBLIC_URL}/calendar/[\\w-]{43}\\.ics$`));
  return new URL(url).pathname;
}

async function open(path: string) {
  const response = await site.fetch(path);
  const text = await response.text();
  return { response, text, ...readCalendar(text) };
}

describe.each(["UTC", "America/New_York"])("on a server in %s", (zone) => {
  test("[EVT-13] a member's calendar: what they go to, may go to and wait for, where and when, and nothing else", async () => {
    vi.stubEnv("TZ", zone);
    expect(new Date("2026-07-01T12:00:00Z").getTimezoneOffset()).toBe(zone === "UTC" ? 0 : 240);
    const { token, userId } = await newcomer(site, { groups: ["Members"] });
    for (const { id } of [GOING, SECRET, FRIENDS]) expect((await answer(site, id, token, "going")).status).toBe(200);
    await answer(site, MAYBE.id, token, "maybe");
    await answer(site, NO.id, token, "not_going");
    await callEvent(site, "POST", `${FULL.id}/waiting-list`, { as: token, body: {} });
    await site.app.db.execute(
      sql`insert into event_rsvps (event_id, user_id, answer) values (${CLOCKS.id}, ${userId}, 'going')`,
    );
    const { response, text, calendar, events, of } = await open(await makeAddress(token));

    expect(response.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(calendar.getFirstPropertyValue("method")).toBe("PUBLISH");
    for (const line of text.split("\r\n")) expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75);
    expect(events.map(({ summary }) => summary)).toEqual([
      "Clocks go back",
      "Going, with; a comma",
      "Maybe: Not sure",
      "Waiting list: Full House",
      "Hidden Place",
      "Friends Only",
    ]);
    const statusOf = (title: string) => of(title)?.component.getFirstPropertyValue("status");
    expect(["Going, with; a comma", "Maybe: Not sure", "Waiting list: Full House"].map(statusOf)).toEqual([
      "CONFIRMED",
      "TENTATIVE",
      "TENTATIVE",
    ]);
    expect(of("Maybe: Not sure")?.component.getFirstPropertyValue("transp")).toBe("TRANSPARENT");
    expect(of("Hidden Place")?.location).toBe("SECRET-PLACE · SECRET-GATE");
    expect(of("Hidden Place")?.description).toBe(`${SECRET.description}\n\n${PUBLIC_URL}/events/${SECRET.id}`);
    const going = of("Going, with; a comma");
    expect([going?.uid, going?.sequence]).toEqual([`event-${GOING.id}@sandbar.localhost`, 2]);
    const momentsOf = (title: string) =>
      [of(title)?.startDate, of(title)?.endDate].map((time) => time?.toJSDate().toISOString());
    expect(momentsOf("Going, with; a comma")).toEqual(["2026-11-28T23:00:00.000Z", "2026-11-29T00:30:00.000Z"]);
    expect(momentsOf("Clocks go back")).toEqual(["2026-11-01T03:30:00.000Z", "2026-11-01T06:30:00.000Z"]);
  });
});

test("[EVT-08, EVT-13] who is no member is told how to get the place, and hears no more of what became friends'", async () => {
  const { token } = await newcomer(site);
  for (const { id } of [SECRET, OTHERS]) await answer(site, id, token, "going");
  const path = await makeAddress(token);
  const before = await open(path);
  expect(before.of("Hidden Place")?.location).toBe("join group for location");
  expect(before.text).not.toContain("SECRET");
  expect(before.events).toHaveLength(2);
  await site.app.db.execute(sql`update social_events set general_public = false where id = ${OTHERS.id}`);
  expect((await open(path)).events.map(({ summary }) => summary)).toEqual(["Hidden Place"]);
});

test("[EVT-13] what is canceled or put off stays, says so, and has a higher number than before", async () => {
  const { token } = await newcomer(site);
  const admin = await site.tokenFor(["Admins"]);
  for (const { id } of [OFF, LATER]) await answer(site, id, token, id === OFF.id ? "going" : "maybe");
  const path = await makeAddress(token);
  const read = async () =>
    (await open(path)).events.map(({ component, sequence }) => [component.getFirstPropertyValue("status"), sequence]);
  expect(await read()).toEqual([
    ["CONFIRMED", 0],
    ["TENTATIVE", 0],
  ]);
  await callEvent(site, "PATCH", OFF.id, { as: admin, body: { status: "cancelled" } });
  await callEvent(site, "PATCH", LATER.id, { as: admin, body: { status: "postponed" } });
  expect(await read()).toEqual([
    ["CANCELLED", 1],
    ["TENTATIVE", 1],
  ]);
});

test("[EVT-13] the address is a key: kept as a hash, by nobody else, replaced or ended at will, gone with the account", async () => {
  const { token, sub } = await newcomer(site);
  expect((await call("POST")).status).toBe(401);
  expect(await (await call("GET", token)).json()).toEqual({ madeAt: null });
  const first = await makeAddress(token);
  const { response } = await open(first);
  expect(response.status).toBe(200);
  expect(response.headers.get("cache-control")).toBe("private, no-store");
  expect(response.headers.get("x-robots-tag")).toContain("noindex");
  const link = (await (await call("GET", token)).json()) as { madeAt: string };
  expect(link.madeAt).toMatch(/^2026-11-21T15:/);

  const secret = /calendar\/(.+)\.ics/.exec(first)?.[1] ?? "";
  const { rows } = await site.app.db.execute(sql`select to_jsonb(l)::text as row from calendar_links l`);
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(secret);
  const exported = (await (await site.fetch("/api/profile/export", { as: token })).json()) as Record<string, unknown>;
  expect(exported["calendarLinkMadeAt"]).toBe(link.madeAt);

  const second = await makeAddress(token);
  const statusOf = async (path: string) => (await site.fetch(path)).status;
  expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
  expect((await call("DELETE", token)).status).toBe(200);
  expect(await statusOf(second)).toBe(404);
  const third = await makeAddress(token);
  await site.app.db.execute(sql`delete from accounts where sub = ${sub}`);
  expect(await statusOf(third)).toBe(404);
  for (const path of ["/calendar/x.ics", `/calendar/${"A".repeat(43)}.ics`, "/calendar/%00.ics"])
    expect(await statusOf(path), path).toBe(404);
});

test("[EVT-13, EVT-02] no line of the log holds a key, and nobody may try keys for long", async () => {
  const quiet = await startTestSite({ RATE_LIMIT_FACTOR: "0.01" });
  try {
    const lines: string[] = [];
    const spy = vi.spyOn(quiet.app.log, "info").mockImplementation((line) => void lines.push(JSON.stringify(line)));
    const secret = "s".repeat(43);
    const statuses: number[] = [];
    for (let count = 0; count < 7; count += 1) statuses.push((await quiet.fetch(`/calendar/${secret}.ics`)).status);
    const keyed = ["/u/KEY", "/courts/KEY", "/Courts/KEY.data", "/api/courts/KEY", "/images/up-KEY-640.webp"];
    const about = "/api/social-events/2026-11-14-key/photos/up-KEY";
    for (const path of [...keyed, about, `${about}/takedown`]) await quiet.fetch(path.replace("KEY", secret));
    spy.mockRestore();
    expect(statuses).toEqual([404, 404, 404, 404, 404, 404, 429]);
    expect(lines).toHaveLength(14);
    expect(lines.join()).not.toContain(secret);
    expect(lines[0]).toContain('"/calendar/…"');
    expect(lines[13]).toContain('/photos/up-…/takedown"');
  } finally {
    await quiet.close();
  }
});
