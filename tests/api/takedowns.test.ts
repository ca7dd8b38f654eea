import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { eventRsvps } from "#src/db/tables/rsvps.ts";
import type { PhotoRequests } from "#src/features/events/takedowns/schema.ts";
import type { Uploaded } from "#src/features/events/uploads/schema.ts";
import { callEvent, newcomer } from "#tests/support/events.ts";
import { formOf, makeJpeg } from "#tests/support/pictures.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let host: { token: string; userId: string };
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "100" });
  host = await site.signedIn({ email: "host@example.com" });
});
afterAll(() => site.close());

const WAITS = [false, "An organizer will look at it, usually within a day."];
const IS_HIDDEN = [true, "It is not shown anymore. An organizer will look at it."];

async function eventOn(day: string, more: Partial<Parameters<typeof makeEvent>[0]> = {}): Promise<string> {
  const event = makeEvent({ day, title: `Takedowns ${day}`, hostUserId: host.userId, ...more });
  await site.addEvent(event);
  return event.id;
}

/** Adds a new photo of the host to each of these events. */
async function addedTo(...ids: string[]): Promise<string> {
  const body = formOf(await makeJpeg({ width: 300, height: 200 }));
  const { key } = (await (
    await site.fetch("/api/images", { method: "POST", body, as: host.token })
  ).json()) as Uploaded;
  for (const id of ids) await callEvent(site, "POST", `${id}/photos`, { as: host.token, body: { key } });
  return key;
}

/** Whether the request hid the photo, and the words. */
async function ask(id: string, key: string, as: string): Promise<unknown[]> {
  const answer = await callEvent(site, "POST", `${id}/photos/${key}/takedown`, { as, body: { reason: "That is me" } });
  const { hidden, message } = (await answer.json()) as { hidden: boolean; message: string };
  return [hidden, message];
}

/** Asks to take a photo down that the host has just added. */
const askAs = async (id: string, as: string) => ask(id, await addedTo(id), as);

const applicant = () => newcomer(site, { user: { status: "applied" } });

async function guestOf(eventId: string, answer: "going" | "not_going", answeredAt: string): Promise<string> {
  const { userId, token } = await applicant();
  await site.app.db.insert(eventRsvps).values({ eventId, userId, answer, answeredAt: new Date(answeredAt) });
  return token;
}

test("[EVT-02] [SAFE-01] an account made in a minute hides no photo", async () => {
  const id = await eventOn("2026-11-14");
  const { token } = await applicant();
  for (let photos = 0; photos < 2; photos += 1) expect(await askAs(id, token)).toEqual(WAITS);
});

test("[EVT-02] a guest of the event, an approved person and the sender hide a photo at once", async () => {
  const id = await eventOn("2026-11-15");
  expect(await askAs(id, await guestOf(id, "going", "2026-11-01T12:00:00Z"))).toEqual(IS_HIDDEN);
  expect(await askAs(id, host.token)).toEqual(IS_HIDDEN);
  expect(await askAs(id, (await newcomer(site, { user: { status: "approved" } })).token)).toEqual(IS_HIDDEN);
});

test("[EVT-02] [SAFE-01] an RSVP that anybody can still make does not hide a photo", async () => {
  const id = await eventOn("2026-11-16");
  expect(await askAs(id, await guestOf(id, "not_going", "2026-11-01T12:00:00Z"))).toEqual(WAITS);
  expect(await askAs(id, await guestOf(id, "going", "2026-11-20T12:00:00Z"))).toEqual(WAITS);
  const coming = await eventOn("2026-12-24");
  expect(await askAs(coming, await guestOf(coming, "going", "2026-11-01T12:00:00Z"))).toEqual(WAITS);
});

test("[EVT-02] [SAFE-01] an event of one's own hides no photo that another host's event shows", async () => {
  const key = await addedTo(await eventOn("2026-11-10"));
  for (const [day, held] of [
    ["2026-11-12", true],
    ["2026-11-13", false],
  ] as const) {
    const { token, userId } = await applicant();
    const own = await eventOn(day, { hostUserId: userId, held });
    const rsvp = { eventId: own, userId, answer: "going" as const, answeredAt: new Date("2026-11-01T12:00:00Z") };
    await site.app.db.insert(eventRsvps).values(rsvp);
    expect((await callEvent(site, "POST", `${own}/photos`, { as: token, body: { key } })).status).toBe(200);
    expect(await ask(own, key, token)).toEqual(WAITS);
  }
  expect((await site.fetch(`/images/${key}`)).status).toBe(200);
});

test("[EVT-02] [SAFE-01] a person who sent the same bytes before the host hides nothing of the host's event", async () => {
  const { token, userId } = await applicant();
  const jpeg = await makeJpeg({ width: 320, height: 200 });
  const send = async (as: string) =>
    ((await (await site.fetch("/api/images", { method: "POST", body: formOf(jpeg), as })).json()) as Uploaded).key;
  const key = await send(token);
  expect(await send(host.token)).toBe(key);
  const [id, own] = [await eventOn("2026-11-03"), await eventOn("2026-11-02", { hostUserId: userId })];
  for (const [event, as] of [
    [id, host.token],
    [own, token],
  ] as const)
    expect((await callEvent(site, "POST", `${event}/photos`, { as, body: { key } })).status).toBe(200);
  expect(await ask(id, key, token)).toEqual(WAITS);
  expect(await ask(own, key, token)).toEqual(WAITS);
});

test("[EVT-02] a held event, which goes with its host, hides no photo that another event shows", async () => {
  const key = await addedTo(await eventOn("2026-11-09"));
  const { token, userId } = await newcomer(site, { user: { status: "approved" } });
  const held = await eventOn("2026-11-08", { hostUserId: userId, held: true });
  await callEvent(site, "POST", `${held}/photos`, { as: token, body: { key } });
  expect(await ask(held, key, token)).toEqual(WAITS);
});

test("[EVT-02] a photo in several events of a host is hidden by a guest of one; once kept, by a request about none", async () => {
  const [one, other] = [await eventOn("2026-11-07"), await eventOn("2026-11-06")];
  const key = await addedTo(one, other);
  expect(await ask(one, key, await guestOf(one, "going", "2026-11-01T12:00:00Z"))).toEqual(IS_HIDDEN);
  const admin = await site.tokenFor(["Admins"]);
  const { requests } = (await (await site.fetch("/api/admin/photos", { as: admin })).json()) as PhotoRequests;
  const request = requests.find((each) => each.key === key);
  expect((await site.post(`/api/admin/photos/${request?.id}/keep`, {}, admin)).status).toBe(200);
  expect(await ask(other, key, (await newcomer(site, { user: { status: "approved" } })).token)).toEqual(WAITS);
});

/** A stranger's held event with a photo that two events of the host show, and what an organizer reads of the request. */
async function caseOfStranger(days: readonly [string, string, string]) {
  const [one, other] = [await eventOn(days[0]), await eventOn(days[1])];
  const key = await addedTo(one, other);
  const { token, userId } = await applicant();
  const held = await eventOn(days[2], { hostUserId: userId, held: true });
  await callEvent(site, "POST", `${held}/photos`, { as: token, body: { key } });
  expect(await ask(held, key, token)).toEqual(WAITS);
  const admin = await site.tokenFor(["Admins"]);
  const read = async () => {
    const { requests } = (await (await site.fetch("/api/admin/photos", { as: admin })).json()) as PhotoRequests;
    return requests.find((each) => each.key === key);
  };
  const isShown = async () => (await site.fetch(`/images/${key}`)).status === 200;
  const leave = async () => {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ confirm: "DELETE" });
    expect((await site.fetch("/api/profile", { method: "DELETE", headers, body, as: token })).status).toBe(200);
  };
  const decide = async (action: string) => {
    expect((await site.post(`/api/admin/photos/${(await read())?.id}/${action}`, {}, admin)).status).toBe(200);
  };
  return { one, other, held, admin, read, isShown, leave, decide };
}

test("[EVT-02] a request names the other events that show the photo", async () => {
  const { one, other, held, read } = await caseOfStranger(["2026-10-10", "2026-10-11", "2026-10-12"]);
  expect(await read()).toMatchObject({
    eventId: held,
    otherEvents: [
      { eventId: other, title: "Takedowns 2026-10-11" },
      { eventId: one, title: "Takedowns 2026-10-10" },
    ],
    otherEventCount: 2,
    isInChat: false,
  });
});

test("[EVT-02] what was hidden in other events is shown again after the person who asked deleted their account", async () => {
  const stranger = await caseOfStranger(["2026-10-13", "2026-10-14", "2026-10-15"]);
  await stranger.decide("hide");
  expect(await stranger.isShown()).toBe(false);
  await stranger.leave();
  expect(await stranger.read()).toMatchObject({ reason: "", askedBy: "", status: "open", isHidden: true });
  expect([stranger.one, stranger.other]).toContain((await stranger.read())?.eventId);
  await stranger.decide("keep");
  expect(await stranger.isShown()).toBe(true);
});

test("[EVT-02] the log undoes the hiding after the person who asked deleted their account", async () => {
  const { admin, ...stranger } = await caseOfStranger(["2026-10-16", "2026-10-17", "2026-10-18"]);
  await stranger.decide("hide");
  await stranger.leave();
  const log = (await (await site.fetch("/api/admin/audit?action=photo_hidden", { as: admin })).json()) as {
    entries: { id: string; canUndo: boolean }[];
  };
  expect(log.entries[0]?.canUndo).toBe(true);
  expect((await site.post(`/api/admin/audit/${log.entries[0]?.id}/undo`, {}, admin)).status).toBe(200);
  expect(await stranger.isShown()).toBe(true);
  const { rows } = await site.app.db.execute(
    sql`select id from audit_log where audit_log::text like ${`%${stranger.held}%`}`,
  );
  expect(rows).toEqual([]);
});

test("[EVT-02] a deleted photo leaves no open request in another event", async () => {
  const stranger = await caseOfStranger(["2026-10-19", "2026-10-20", "2026-10-21"]);
  const { key } = (await stranger.read()) ?? { key: "" };
  expect(await ask(stranger.one, key, (await applicant()).token)).toEqual(WAITS);
  await stranger.decide("delete");
  expect(await stranger.read()).toMatchObject({ status: "deleted" });
  const open = (await (
    await site.fetch("/api/admin/photos?status=open", { as: stranger.admin })
  ).json()) as PhotoRequests;
  expect(open.requests.filter((each) => each.key === key)).toEqual([]);
});

test("[EVT-02, ADMIN-15] organizers and roles that decide about photos are mailed, without any ADMIN_EMAILS", async () => {
  await site.signedIn({ groups: ["Admins"], email: "photo.organizer@example.com" });
  await site.signedIn({ roles: ["event_lead"], email: "photo.lead@example.com" });
  await site.signedIn({ roles: ["treasurer"], email: "photo.treasurer@example.com" });
  const id = await eventOn("2026-11-04");
  expect(await askAs(id, (await applicant()).token)).toEqual(WAITS);
  const told = (await site.mails()).filter(
    ({ to, subject }) => to.startsWith("photo.") && subject.includes("2026-11-04"),
  );
  expect(told.map(({ to }) => to).toSorted()).toEqual(["photo.lead@example.com", "photo.organizer@example.com"]);
  for (const { text } of told) expect(text).toContain("because you decide about photos at");
});
