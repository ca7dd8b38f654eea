import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import type { EventPage, EventView } from "#src/features/events/schema.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let user: string;
let member: string;
let admin: string;

const SECRET_PLACE = "211 Cherry St, gate 4417";
const CHAT_LINK = "https://groupme.com/join_group/7261/KEY4417";
const OPEN_CHAT = { day: "2027-01-09", groupMeChatUrl: CHAT_LINK } as const;
const HIDDEN_PLACE = "Huguenot Park, north lot";

beforeAll(async () => {
  site = await startTestSite();
  [user, member, admin] = await Promise.all([site.tokenFor([]), site.tokenFor(["Members"]), site.tokenFor(["Admins"])]);
  await site.addEvent(makeEvent({ day: "2026-11-24", title: "Later Run", startTime: "07:00:00" }));
  await site.addEvent(makeEvent({ day: "2026-11-22", title: "Evening Salsa", startTime: "19:00:00", chat: "Dance" }));
  await site.addEvent(makeEvent({ day: "2026-11-22", title: "Morning Yoga", startTime: "08:00:00" }));
  await site.addEvent(makeEvent({ day: "2026-11-21", title: "Early Today", startTime: "06:00:00" }));
  await site.addEvent(makeEvent({ day: "2026-11-20", title: "Yesterday" }));
  await site.addEvent(
    makeEvent({
      day: "2026-11-25",
      title: "Dune Fire",
      membersOnlyLocation: true,
      location: HIDDEN_PLACE,
      privateLocation: SECRET_PLACE,
      pollPrivateLocation: SECRET_PLACE,
      groupMeChatUrl: CHAT_LINK,
    }),
  );
  await site.addEvent(
    makeEvent({
      day: "2026-11-26",
      title: "Close Friends Dinner",
      generalPublic: false,
      privateLocation: SECRET_PLACE,
    }),
  );
});
afterAll(() => site.close());

async function list(as?: string, query = ""): Promise<EventPage> {
  const answer = await site.fetch(`/api/social-events${query}`, as === undefined ? {} : { as });
  expect(answer.status).toBe(200);
  return (await answer.json()) as EventPage;
}

async function one(id: string, as?: string): Promise<Response> {
  return site.fetch(`/api/social-events?id=${id}`, as === undefined ? {} : { as });
}

async function item(id: string, as?: string): Promise<EventView> {
  const answer = await one(id, as);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { socialEvents: { Item: EventView } }).socialEvents.Item;
}

const ids = (page: EventPage) => page.socialEvents.map((event) => event.socialEventId);

test("[EVT-01, API-01] upcoming public events, today's too, sorted by the date in the id and then by time", async () => {
  expect(ids(await list())).toEqual([
    "2026-11-21-early-today",
    "2026-11-22-morning-yoga",
    "2026-11-22-evening-salsa",
    "2026-11-24-later-run",
    "2026-11-25-dune-fire",
  ]);
});

test("[EVT-02] an event of today is not in the list of past ones, whatever photos it has; yesterday's is", async () => {
  const photos = { showPhotos: true, imgList: ["salsa-1"] };
  await site.addEvent(makeEvent({ day: "2026-11-21", title: "Photos of Today", startTime: "05:00:00", ...photos }));
  await site.addEvent(makeEvent({ day: "2026-11-20", title: "Photos of Yesterday", ...photos }));
  const past = ids(await list(undefined, "?isPastEvents"));
  expect(past).toContain("2026-11-20-photos-of-yesterday");
  expect(past).not.toContain("2026-11-21-photos-of-today");
});

test("[EVT-08] the chat link of a members-only event lets people in, so only members get it, over any call", async () => {
  const id = "2026-11-25-dune-fire";
  const query = JSON.stringify({ query: "{ events(days: 30) { id title } }" });
  const answers = async (as?: string) => {
    const on = as === undefined ? {} : { as };
    const json = { ...on, headers: { "content-type": "application/json" } };
    return Promise.all(
      [
        one(id, as),
        site.fetch("/api/social-events", on),
        site.fetch("/api/social-events", { method: "PUT", body: "{}", ...json }),
        site.fetch("/api/pending-join-requests?type=socialEvents&days=14", on),
        site.fetch("/graphql", { method: "POST", body: query, ...json }),
        site.fetch("/events.ics", on),
        site.fetch(`/events/${id}.ics`, on),
        site.fetch("/events.rss", on),
      ].map(async (answer) => (await answer).text()),
    );
  };
  for (const viewer of [undefined, user]) expect((await answers(viewer)).join("\n")).not.toContain("KEY4417");
  for (const viewer of [member, admin]) expect((await item(id, viewer)).groupMeChatUrl).toBe(CHAT_LINK);
  expect((await item(id)).groupMeChatUrl).toBe("none");
  const host = await site.signedIn({ email: "own.chat@example.com" });
  const own = makeEvent({ ...OPEN_CHAT, hostUserId: host.userId, membersOnlyLocation: true, title: "Own" });
  await site.addEvent(own);
  expect((await item(own.id, host.token)).groupMeChatUrl).toBe(CHAT_LINK);
  const open = makeEvent({ ...OPEN_CHAT, title: "Open" });
  await site.addEvent(open);
  expect((await item(open.id)).groupMeChatUrl).toBe(CHAT_LINK);
});

test("[EVT-03, API-01] one event answers under socialEvents.Item with every public field of the specification", async () => {
  const event = await item("2026-11-22-evening-salsa");
  expect(event).toMatchObject({
    socialEventId: "2026-11-22-evening-salsa",
    title: "Evening Salsa",
    date: "November 22, 2026",
    time: "7:00 PM",
    length: "2 hrs",
    shortDate: "Nov 22",
    host: "Ana Ruiz",
    cost: 0,
    generalpublic: true,
    spacesLeft: 24,
    weekday: "Sunday",
    endTime: "9:00 PM",
    zoneName: "EST",
    startsAt: "2026-11-22T19:00:00-05:00",
    endsAt: "2026-11-22T21:00:00-05:00",
    status: "scheduled",
  });
  const promised =
    "location description host1 host2 imgKey imgList showPhotos facebookLink organizerVenmo organizerCashApp groupMeChatUrl groupMeChatId chat groupmeImg pollText poll";
  for (const field of promised.split(" ")) expect(event).toHaveProperty(field);
});

test("[EVT-06] places left: unlimited is 1000, unknown is empty, full is 0, else what those who go have left", async () => {
  await site.addEvent(makeEvent({ day: "2027-01-01", title: "Unlimited", capacity: 1000 }));
  await site.addEvent(makeEvent({ day: "2027-01-01", title: "Unknown", capacity: null }));
  await site.addEvent(makeEvent({ day: "2027-01-01", title: "Full", capacity: 3 }), { going: 3 });
  await site.addEvent(makeEvent({ day: "2027-01-01", title: "Two Left", capacity: 5 }), { going: 3 });
  const left = await Promise.all(
    ["unlimited", "unknown", "full", "two-left"].map(async (slug) => (await item(`2027-01-01-${slug}`)).spacesLeft),
  );
  expect(left).toEqual([1000, "", 0, 2]);
});

test("[EVT-08] visitors and users read how to get the place; members and admins read it, and the private one", async () => {
  for (const as of [undefined, user]) {
    const event = await item("2026-11-25-dune-fire", as);
    expect(event.location).toBe("join group for location");
    expect(event).not.toHaveProperty("privateLocation");
    expect(event).not.toHaveProperty("pollPrivateLocation");
  }
  for (const as of [member, admin]) {
    expect(await item("2026-11-25-dune-fire", as)).toMatchObject({
      location: HIDDEN_PLACE,
      privateLocation: SECRET_PLACE,
    });
  }
});

test("[EVT-08] no answer to a visitor or user holds a hidden place anywhere, nor a password", async () => {
  for (const as of [undefined, user]) {
    const said = JSON.stringify([await list(as), await item("2026-11-25-dune-fire", as)]);
    for (const secret of [HIDDEN_PLACE, SECRET_PLACE, "password"]) expect(said).not.toContain(secret);
  }
});

test("[EVT-09] an event for close friends is in no public answer; members find it", async () => {
  const id = "2026-11-26-close-friends-dinner";
  for (const as of [undefined, user]) {
    expect(ids(await list(as))).not.toContain(id);
    const answer = await one(id, as);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: "not_found", message: "Event not found for this URL" });
  }
  for (const as of [member, admin]) {
    expect(ids(await list(as))).toContain(id);
    expect(await item(id, as)).toMatchObject({ generalpublic: false });
  }
});

test("[EVT-09] an answer does not tell a hidden event from one that never was", async () => {
  const hidden = await one("2026-11-26-close-friends-dinner");
  const never = await one("2026-11-26-never-was");
  expect([hidden.status, await hidden.text()]).toEqual([never.status, await never.text()]);
});

test("[EVT-11] the count of people going is the true one; without past events there is no estimate", async () => {
  const nobody = await item("2026-11-24-later-run");
  expect([nobody.going, nobody.usually]).toEqual([0, null]);
  const some = await item("2027-01-01-two-left");
  expect([some.going, some.usually]).toEqual([3, null]);
});

test("[EVT-11] asking twice gives the same numbers: nothing is drawn at random", async () => {
  expect(await list()).toEqual(await list());
});

test("[EVT-01] a list is bounded, and its pages together hold every event once, in order", async () => {
  for (let index = 0; index < 45; index += 1) {
    // Three a day at the same hour, so that only the id tells them apart.
    const day = `2027-02-${String(1 + Math.floor(index / 3)).padStart(2, "0")}`;
    await site.addEvent(makeEvent({ day, title: `Social ${index}` }));
  }
  const seen: string[] = [];
  let page = await list();
  while (true) {
    expect(page.socialEvents.length).toBeLessThanOrEqual(20);
    seen.push(...ids(page));
    if (page.next === null) break;
    page = await list(undefined, `?after=${encodeURIComponent(page.next)}`);
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.filter((id) => id.startsWith("2027-02"))).toHaveLength(45);
  expect(seen.map((id) => id.slice(0, 10))).toEqual(seen.map((id) => id.slice(0, 10)).toSorted());
});

test("a list of one kind holds only that kind", async () => {
  expect(ids(await list(undefined, "?chat=Dance"))).toEqual(["2026-11-22-evening-salsa"]);
});

test("[API-01] a cursor that is not one of ours is told so in words", async () => {
  const written = [
    ["x", "y", "z"],
    ["2026-02-31", "10:00:00", "a"],
    ["2026-13-01", "10:00:00", "a"],
    ["0000-01-01", "10:00:00", "a"],
    ["2026-11-21", "24:00:00", "a"],
    ["2026-11-21", "10:00:00", "\0"],
    ["2026-11-21", "10:00:00", 7],
    { length: 3 },
  ].map((position) => Buffer.from(JSON.stringify(position)).toString("base64url"));
  for (const after of ["nonsense", "W10", "9".repeat(300), ...written]) {
    const answer = await site.fetch(`/api/social-events?after=${after}`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: "bad_request", message: expect.stringContaining("first page") });
  }
});

test("[AUTH-10, EVT-08] a forged, expired, foreign or malformed token opens nothing and reads 'Not authenticated'", async () => {
  const expired = await site.tokenFor(["Admins"], { issuedAt: new Date("2026-11-21T13:00:00Z") });
  const [head, body, signature] = member.split(".") as [string, string, string];
  const claims = JSON.parse(Buffer.from(body, "base64url").toString());
  const promoted = Buffer.from(JSON.stringify({ ...claims, groups: ["Admins"] })).toString("base64url");
  const unsigned = Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url");
  const forged = [
    expired,
    `${head}.${promoted}.${signature}`,
    `${unsigned}.${body}.`,
    "abc",
    "a.b.c",
    `${head}.${body}.AAAA`,
  ];
  for (const as of forged) {
    const answer = await one("2026-11-25-dune-fire", as);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({ error: "unauthenticated", message: "Not authenticated" });
  }
});

test("[AUTH-10] a token from before a second signing key was made still counts, and the key set shows no secret", async () => {
  const keys = (await (await site.fetch("/.well-known/jwks.json")).json()) as { keys: Record<string, unknown>[] };
  expect(keys.keys.length).toBeGreaterThan(0);
  for (const key of keys.keys) expect(key).not.toHaveProperty("d");
  expect((await one("2026-11-25-dune-fire", member)).status).toBe(200);
});
