import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeChat, makeEvent } from "#seeds/factories.ts";
import { chats } from "#src/db/tables/chats.ts";
import type { Block } from "#src/features/blocks/schema.ts";
import { answer, callEvent, expectTrueCounts, newcomer, refusal, rsvpState } from "#tests/support/events.ts";
import { ask } from "#tests/support/graphql.ts";
import { holdBack } from "#tests/support/locks.ts";
import { formOf, makeJpeg } from "#tests/support/pictures.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

// What a block reaches beside RSVPs and chats, which are in blocks.test.ts.
const BLOCKED = "You can’t do this at the moment. If you have questions, write to the organizers.";

let site: TestSite;
let admin: Awaited<ReturnType<typeof newcomer>>;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
  admin = await newcomer(site, { groups: ["Admins"] });
  await site.app.db.insert(chats).values(makeChat());
});
afterAll(() => site.close());

const send = (path: string, method: string, as: string, body?: object) =>
  site.fetch(path, {
    method,
    as,
    ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
const unblock = (userId: string) => send(`/api/admin/blocks/${userId}`, "DELETE", admin.token);
const read = async (userId: string) =>
  (await (await send(`/api/admin/blocks/${userId}`, "GET", admin.token)).json()) as Block;
async function blocked(userId: string): Promise<void> {
  const response = await send(`/api/admin/blocks/${userId}`, "PUT", admin.token, { reason: "He followed people" });
  expect(response.status).toBe(200);
}
const goes = (id: string, { token }: { token: string }) => rsvpState(answer(site, id, token, "going"));
let made = 0;
async function addEvent(more: object = {}): Promise<string> {
  made += 1;
  return (await site.addEvent(makeEvent({ day: "2026-12-05", title: `Net ${made}`, capacity: 20, ...more }))).id;
}

test("[DESK-10] a blocked person hears before they write that they cannot, in the thread and in the chats", async () => {
  const person = await newcomer(site, { groups: ["Members"] });
  const id = await addEvent();
  await goes(id, person);
  const thread = async () => (await callEvent(site, "GET", `${id}/thread`, { as: person.token })).json();
  const chat = async () => {
    const query = '{ chat(id: "volleyball") { canWrite muteNotice } }';
    return (await ask(site, query, { as: person.token })).data.chat as unknown;
  };
  const open = { canWrite: true, muteNotice: null };
  expect([await thread(), await chat()]).toMatchObject([open, open]);
  await blocked(person.userId);
  const closed = { canWrite: false, muteNotice: BLOCKED };
  expect([await thread(), await chat()]).toMatchObject([closed, closed]);
});

test("[DESK-10, DAY-01] neither a host nor an organizer names a blocked guest a co-host or greeter", async () => {
  const [host, guest] = [await newcomer(site), await newcomer(site)];
  const id = await addEvent({ hostUserId: host.userId });
  await goes(id, guest);
  await blocked(guest.userId);
  const message = "This person can’t be named at the moment. If you have questions, write to the organizers.";
  for (const what of ["co-hosts", "greeters"])
    for (const { token } of [host, admin])
      expect(await refusal(callEvent(site, "PUT", `${id}/${what}/${guest.userId}`, { as: token }))).toEqual({
        status: 409,
        message,
      });
  await unblock(guest.userId);
  for (const what of ["co-hosts", "greeters"])
    expect((await callEvent(site, "PUT", `${id}/${what}/${guest.userId}`, { as: host.token })).status).toBe(200);
});

test("[DESK-10] a blocked member reads on, but sends no picture and no doubt, and hides no photo by asking", async () => {
  const person = await newcomer(site, { groups: ["Members"] });
  const photo = { imgKey: "dance", imgList: ["photo-salsa-night"], showPhotos: true };
  const id = await addEvent({ day: "2026-11-01", ...photo });
  await blocked(person.userId);
  const picture = { method: "POST", body: formOf(await makeJpeg()), as: person.token };
  expect(await refusal(site.fetch("/api/images", picture))).toEqual({ status: 403, message: BLOCKED });
  const doubt = { result: "1", words: "We won" };
  expect(await refusal(send("/api/ladder/own/doubts", "POST", person.token, doubt))).toEqual({
    status: 403,
    message: BLOCKED,
  });
  const takedown = { as: person.token, body: { reason: "That is me" } };
  const asked = await callEvent(site, "POST", `${id}/photos/photo-salsa-night/takedown`, takedown);
  expect(await asked.json()).toMatchObject({ success: true, hidden: false });
  for (const path of ["/api/ladder", "/api/profile/calendar", `/api/social-events?id=${id}`])
    expect([path, (await send(path, "GET", person.token)).status]).toEqual([path, 200]);
});

test("[DESK-10, DAY-06] a place link to a +tag of a blocked person's address takes no place and makes no person", async () => {
  const person = await newcomer(site, { email: "tagged.person@gmail.com" });
  await blocked(person.userId);
  const id = await addEvent();
  const email = "taggedperson+2@gmail.com";
  const visitor = { firstName: "Tag", lastName: "Variant", email, phone: "904-555-0179" };
  expect((await site.post(`/api/social-events/${id}/place-requests`, visitor)).status).toBe(200);
  const mail = (await site.mails()).findLast(({ to }) => to === email);
  const token = /\/place#([\w-]{20,})/.exec(mail?.text ?? "")?.[1];
  const take = () =>
    site.fetch("/api/place", {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token, answer: "going" }),
    });
  expect(await refusal(take())).toEqual({ status: 403, message: BLOCKED });
  expect((await site.app.db.execute(sql`select from users where email = ${email}`)).rows).toEqual([]);
  await unblock(person.userId);
  expect(await (await take()).json()).toMatchObject({ state: "going" });
  const { rows } = await site.app.db.execute<{ id: string }>(
    sql`select user_id as id from users where email = ${email}`,
  );
  await blocked(person.userId);
  expect((await read(rows[0]?.id ?? "")).sharedWith).toHaveLength(1);
});

test("[DESK-10, DASH-06] a block that comes while its reader asks to wait keeps them off the list, which others can join", async () => {
  const [goer, ben, cal] = [await newcomer(site), await newcomer(site), await newcomer(site)];
  const id = await addEvent({ capacity: 1 });
  await goes(id, goer);
  await rsvpState(answer(site, id, ben.token, "maybe"));
  const joins = ({ token }: { token: string }) => callEvent(site, "POST", `${id}/waiting-list`, { as: token });
  const lock = sql`select from social_events where id = ${id} for update`;
  const [, late] = await holdBack(
    site,
    lock,
    () => blocked(ben.userId),
    () => joins(ben),
  );
  expect(late.status).toBe(403);
  expect(await rsvpState(callEvent(site, "GET", `${id}/rsvp`, { as: ben.token }))).toMatchObject({
    waiting: null,
    waitingCount: 0,
  });
  expect(await rsvpState(joins(cal))).toMatchObject({ waiting: { place: 1, of: 1 } });
  await expectTrueCounts(site, id);
});
