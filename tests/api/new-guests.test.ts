import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { hostingMails } from "#src/features/events/hosting/mails.server.ts";
import { drawPlaces } from "#src/features/events/draw/commands.server.ts";
import { answer, callEvent, newcomer, rsvpState } from "#tests/support/events.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

type Row = { data: { eventId: string; userId: string; email: string; since: string }; due_at: Date };

let site: TestSite;
let made = 0;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "100" });
});
afterAll(() => site.close());

/** An event of a host. */
async function hosted() {
  const host = await newcomer(site, { user: { firstName: "Hedy", lastName: "Host" } });
  made += 1;
  const event = makeEvent({ day: "2026-11-28", title: `Hosted ${made}`, hostUserId: host.userId, capacity: 2 });
  await site.addEvent(event);
  return { host, id: event.id, title: event.title };
}
const guest = (firstName: string) => newcomer(site, { user: { firstName, lastName: "Guest" } });
const go = async (id: string, { token }: { token: string }, wish = "going") =>
  void (await rsvpState(answer(site, id, token, wish)));

/** What the host of an event is owed, and what each would read now. */
async function owed(id: string) {
  const { rows } = await site.app.db.execute<Row>(
    sql`select data, due_at from mail_outbox where kind = 'new_guests' and data ->> 'eventId' = ${id} order by due_at`,
  );
  const mails = await Promise.all(rows.map(({ data }) => hostingMails.new_guests.compose(site.app, data)));
  const first = (content: (typeof mails)[number]) =>
    content?.blocks.find((block) => block.kind === "text")?.text ?? null;
  return { rows, subjects: mails.map((mail) => mail?.subject ?? null), texts: mails.map(first), mails };
}

test("[M11, DAY-08] of the only guest a host reads that one is going", async () => {
  const { id } = await hosted();
  await go(id, await guest("Solo"));
  expect((await owed(id)).texts).toEqual(["Solo Guest is coming. With guests, 1 is going now."]);
});

test("[M11, DAY-08] a host hears once of everyone who said that they come within three hours, and of no one else", async () => {
  const { host, id, title } = await hosted();
  await go(id, host);
  const [ana, ben, cy] = [await guest("Ana"), await guest("Ben"), await guest("Cy")];
  expect((await owed(id)).rows).toEqual([]);
  await go(id, ben, "maybe");
  expect((await owed(id)).rows).toEqual([]);
  await go(id, ana);
  // Full: they wait, which is no news yet.
  await go(id, cy);
  let { rows, subjects, texts } = await owed(id);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.data).toMatchObject({ userId: host.userId });
  const wait = new Date(rows[0]?.due_at ?? 0).getTime() - site.app.clock.now().getTime();
  expect(wait > 0 && wait <= 3 * 3_600_000).toBe(true);
  expect([subjects, texts]).toEqual([
    [`1 new guest: ${title}`],
    ["Ana Guest is coming. With guests, 2 are going now."],
  ]);
  // Who gives up the place is no news anymore, and who moved up comes.
  await go(id, ana, "not_going");
  ({ rows, subjects, texts } = await owed(id));
  expect([rows.length, subjects, texts]).toEqual([
    1,
    [`1 new guest: ${title}`],
    ["Cy Guest is coming. With guests, 2 are going now."],
  ]);
});

test("[DESK-10, DAY-08] a blocked host reads no news of guests, until the block ends", async () => {
  const { host, id } = await hosted();
  await go(id, await guest("Ana"));
  const now = site.app.clock.now().toISOString();
  await site.app.db.execute(sql`insert into person_blocks (id, user_id, reason, blocked_at)
    values ('of-host', ${host.userId}, 'No', ${now})`);
  expect((await owed(id)).subjects).toEqual([null]);
  await site.app.db.execute(sql`update person_blocks set lifted_at = ${now} where id = 'of-host'`);
  expect((await owed(id)).texts).toEqual(["Ana Guest is coming. With guests, 1 is going now."]);
});

test("[DASH-06, DAY-08] a host hears of guests who move up from the waiting list, also when nobody answered", async () => {
  const { host, id } = await hosted();
  const [ana, ben, cy] = [await guest("Ana"), await guest("Ben"), await guest("Cy")];
  for (const person of [ana, ben, cy]) await go(id, person);
  await site.app.db.execute(sql`delete from mail_outbox where kind = 'new_guests'`);
  await callEvent(site, "PATCH", id, { as: host.token, body: { spaces: 3 } });
  const { rows, texts } = await owed(id);
  expect(rows.map(({ data }) => data)).toMatchObject([{ userId: host.userId }]);
  expect(texts[0]).toContain("Cy Guest");
});

test("[DAY-05, DAY-08] a host hears of the guests who were drawn", async () => {
  const { host, id } = await hosted();
  const drawAt = new Date("2026-11-22T15:00:00Z");
  await site.app.db.execute(
    sql`update social_events set capacity = 1, draw_at = ${drawAt.toISOString()} where id = ${id}`,
  );
  for (const name of ["Ana", "Ben"]) await go(id, await guest(name));
  expect((await owed(id)).rows).toEqual([]);
  await drawPlaces({ ...site.app, clock: { ...site.app.clock, now: () => drawAt } });
  const { rows, subjects } = await owed(id);
  expect([rows.map(({ data }) => data.userId), subjects]).toEqual([
    [host.userId],
    [expect.stringMatching(/^1 new guest: /)],
  ]);
});

test("[DAY-08] news of new guests waits for the morning, and the night is one mail", async () => {
  const { id } = await hosted();
  await site.app.db.execute(sql`update social_events set capacity = 1000 where id = ${id}`);
  // In Florida: half past eight in the evening, two and half past seven at night, ten past eight.
  const moments = ["2026-11-22T01:30:00Z", "2026-11-22T07:00:00Z", "2026-11-22T12:30:00Z", "2026-11-22T13:10:00Z"];
  const { clock } = site.app;
  const now = clock.now();
  try {
    for (const [at, name] of ["Ana", "Ben", "Cy", "Dee"].entries()) {
      clock.now = () => new Date(moments[at] ?? "");
      await go(id, await guest(name));
    }
  } finally {
    clock.now = () => now;
  }
  const { rows, texts } = await owed(id);
  expect(rows.map(({ due_at }) => new Date(due_at).toISOString())).toEqual([
    "2026-11-22T13:00:00.000Z",
    "2026-11-22T15:00:00.000Z",
  ]);
  expect(texts.map((text) => text?.split(" coming")[0])).toEqual([
    "Ana Guest, Ben Guest, and Cy Guest are",
    "Dee Guest is",
  ]);
});

test("[M11, DAY-08] the news goes to the address of the host's account, also when their record has none", async () => {
  const { host, id } = await hosted();
  await site.app.db.execute(sql`update users set email = '' where user_id = ${host.userId}`);
  await go(id, await guest("Addie"));
  expect((await owed(id)).rows.map(({ data }) => data.email)).toEqual([host.email]);
});

test("[M11, DAY-08] many guests are named in part; nothing is sent when nobody is left or the event is canceled", async () => {
  const { id, title } = await hosted();
  await site.app.db.execute(sql`update social_events set capacity = 1000 where id = ${id}`);
  const guests = [];
  for (const name of ["Ana", "Ben", "Cy", "Dee", "Eli", "Fay", "Gus"]) guests.push(await guest(name));
  for (const each of guests) await go(id, each);
  const { subjects, texts } = await owed(id);
  expect(subjects).toEqual([`7 new guests: ${title}`]);
  expect(texts[0]).toContain("Eli Guest, and 2 others are coming. With guests, 7 are going now.");
  await site.app.db.execute(sql`update social_events set status = 'cancelled' where id = ${id}`);
  expect((await owed(id)).mails).toEqual([null]);
  await site.app.db.execute(sql`update social_events set status = 'scheduled' where id = ${id}`);
  for (const each of guests) await go(id, each, "not_going");
  expect((await owed(id)).mails).toEqual([null]);
});

test("[M11, DAY-08] hosts turn the news off, by mail and by notification", async () => {
  const { host, id } = await hosted();
  const patch = (path: string, body: object) =>
    site.fetch(path, {
      method: "PATCH",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      as: host.token,
    });
  const profile = await patch("/api/profile", { notifications: { newGuests: false } });
  expect(await profile.json()).toMatchObject({ notifications: { newGuests: false, hostMessages: true } });
  expect(await (await patch("/api/push", { mutedKinds: ["guests"] })).json()).toMatchObject({ mutedKinds: ["guests"] });
  await go(id, await guest("Ana"));
  const { mails } = await owed(id);
  expect(mails[0]?.list).toBe("newGuests");
});
