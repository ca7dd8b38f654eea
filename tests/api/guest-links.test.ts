import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import type { GuestLinks, GuestPlace, PlaceView } from "#src/features/events/visitors/schema.ts";
import type { DoorView } from "#src/features/events/door/schema.ts";
import { answer, callEvent, expectTrueCounts, newcomer, refusal, rsvpState } from "#tests/support/events.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let made = 0;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.close());

/** An event to which people may bring guests. */
async function eventWith(event: Partial<Parameters<typeof makeEvent>[0]> = {}): Promise<string> {
  made += 1;
  const full = makeEvent({ day: "2026-11-28", title: `Along ${made}`, capacity: 6, guestsPerPerson: 3, ...event });
  return (await site.addEvent(full)).id;
}

async function linksOf(id: string, as: string): Promise<string[]> {
  const answered = await callEvent(site, "GET", `${id}/guest-links`, { as });
  return ((await answered.json()) as GuestLinks).guestPaths;
}
const open = (path: string) => site.post("/api/guest-place", { token: path.split("#")[1] });

test("[DAY-07] each guest gets a link with place, time and calendar file, and nothing of the person who brings them", async () => {
  const id = await eventWith();
  const ana = await newcomer(site, { user: { firstName: "Anastasia", lastName: "Reyes" } });
  expect(await linksOf(id, ana.token)).toEqual([]);
  await rsvpState(answer(site, id, ana.token, "going", 2));
  const links = await linksOf(id, ana.token);
  expect(links).toHaveLength(2);
  for (const link of links) {
    expect(link).toMatch(/^\/guest#[\w.~-]+$/);
    const text = await (await open(link)).text();
    expect((JSON.parse(text) as GuestPlace).event).toMatchObject({
      socialEventId: id,
      title: `Along ${made}`,
      when: "Saturday, November 28, 2026, 6:00 PM to 8:00 PM EST",
      calendarPath: `/events/${id}.ics`,
    });
    expect(text).not.toMatch(/Anastasia|Reyes|newcomer/);
    expect(text).not.toContain(ana.userId);
  }
  expect((await site.fetch(`/events/${id}.ics`)).status).toBe(200);
});

test("[DAY-07] a guest's link stops with the place: with fewer guests, with a no, and for another event's secret", async () => {
  const id = await eventWith();
  const ana = await newcomer(site);
  await rsvpState(answer(site, id, ana.token, "going", 2));
  const [first = "", second = ""] = await linksOf(id, ana.token);
  await rsvpState(answer(site, id, ana.token, "going", 1));
  expect([(await open(first)).status, (await open(second)).status]).toEqual([200, 404]);
  await rsvpState(answer(site, id, ana.token, "maybe"));
  expect((await open(first)).status).toBe(404);
  expect((await open("/guest#nonsense")).status).toBe(404);
  // A code of another kind that the site sealed itself opens nothing.
  const sealed = await site.app.secrets.seal(JSON.stringify([id, ana.userId, 1]), `check-in:${id}`);
  expect((await open(`/guest#${sealed}`)).status).toBe(404);
});

test("[DAY-07] there are no links for people who wait, nor for events that visitors do not know of", async () => {
  const [ana, ben] = [await newcomer(site, { groups: ["Members"] }), await newcomer(site)];
  const friends = await eventWith({ generalPublic: false });
  expect(await rsvpState(answer(site, friends, ana.token, "going", 1))).toMatchObject({ guests: 1 });
  expect(await linksOf(friends, ana.token)).toEqual([]);
  expect((await callEvent(site, "GET", `${friends}/guest-links`, { as: ben.token })).status).toBe(404);
  const small = await eventWith({ capacity: 1 });
  expect(await rsvpState(answer(site, small, ben.token, "going", 1))).toMatchObject({ waiting: { place: 1 } });
  expect(await linksOf(small, ben.token)).toEqual([]);
});

test("[DAY-07] a visitor's place has guests too, with their links", async () => {
  const id = await eventWith({ capacity: 3 });
  const vera = { firstName: "Vera", lastName: "Lee", email: "vera@example.com", phone: "9045550142" };
  await site.post(`/api/social-events/${id}/place-requests`, vera);
  const mail = (await site.mails()).findLast(({ text }) => text.includes("/place#"));
  const token = /\/place#([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
  const put = (body: object) =>
    site.fetch("/api/place", {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token, ...body }),
    });
  const place = async (body: object) => (await (await put(body)).json()) as PlaceView;
  const taken = await place({ answer: "going", guests: 2 });
  expect(taken).toMatchObject({ state: "going", guests: 2, guestsPerPerson: 3 });
  expect(taken.guestPaths).toHaveLength(2);
  expect((await open(taken.guestPaths[1] ?? "")).status).toBe(200);
  expect(await refusal(put({ answer: "going", guests: 3 }))).toMatchObject({ status: 409 });
  expect(await place({ answer: "going", guests: 1 })).toMatchObject({ guests: 1 });
  expect((await open(taken.guestPaths[1] ?? "")).status).toBe(404);
  expect(await place({ answer: "not_going" })).toMatchObject({ state: "not_going", guests: 0, guestPaths: [] });
  await expectTrueCounts(site, id);
});

test("[DAY-07, DAY-02] the door list says who brings how many", async () => {
  const host = await newcomer(site);
  const id = await eventWith({ hostUserId: host.userId });
  const [ana, ben, wes] = [await newcomer(site), await newcomer(site), await newcomer(site)];
  await rsvpState(answer(site, id, ana.token, "going", 2));
  await rsvpState(answer(site, id, ben.token, "maybe"));
  await site.app.db.execute(sql`update social_events set capacity = 3 where id = ${id}`);
  await rsvpState(answer(site, id, wes.token, "going", 1));
  const { people } = (await (await callEvent(site, "GET", `${id}/door`, { as: host.token })).json()) as DoorView;
  const brings = Object.fromEntries(people.map(({ userId, brings: guests }) => [userId, guests]));
  expect(brings).toEqual({ [ana.userId]: 2, [ben.userId]: undefined, [wes.userId]: 1 });
});
