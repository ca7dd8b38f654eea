import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import type { Received, Writing } from "#src/features/events/host-messages/schema.ts";
import { deliverPushes } from "#src/features/notifications/jobs.server.ts";
import type { PushSettings } from "#src/features/notifications/schema.ts";
import type { Profile } from "#src/features/profile/schema.ts";
import { MAIL_KINDS } from "#src/server/mail-kinds.ts";
import type { GuestGroup } from "#src/shared/states.ts";
import { FakePushService } from "#tests/fakes/push/fake-push-service.ts";
import { answer, callEvent, newcomer, refusal, rsvpState } from "#tests/support/events.ts";
import { PUBLIC_URL, startTestSite, type TestSite } from "#tests/support/test-site.ts";

type Person = Awaited<ReturnType<typeof newcomer>>;

let site: TestSite;
let service: FakePushService;
let host: Person;
beforeAll(async () => {
  [site, service] = await Promise.all([startTestSite({ RATE_LIMIT_FACTOR: "1000" }), FakePushService.start()]);
  host = await newcomer(site);
});
afterAll(async () => {
  await service.close();
  await site.close();
});

let made = 0;
async function addEvent(event: Partial<Parameters<typeof makeEvent>[0]> = {}): Promise<string> {
  made += 1;
  const base = { day: "2026-11-28" as const, title: `Net ${made}`, hostUserId: host.userId };
  return (await site.addEvent(makeEvent({ ...base, ...event }))).id;
}

/** One person each: going, maybe, waiting, and one who does not come. */
async function eventWithGuests() {
  const id = await addEvent({ capacity: 1 });
  const [going, maybe, waiting, away] = [
    await newcomer(site),
    await newcomer(site),
    await newcomer(site),
    await newcomer(site),
  ];
  await rsvpState(answer(site, id, going.token, "going"));
  await rsvpState(answer(site, id, maybe.token, "maybe"));
  await rsvpState(answer(site, id, waiting.token, "going"));
  await rsvpState(answer(site, id, away.token, "not_going"));
  await site.mails();
  return { id, going, maybe, waiting, away };
}

type Message = { id?: string; groups?: readonly GuestGroup[]; subject?: string; body?: string };
const send = (id: string, message: Message = {}, as = host.token) => {
  const body = { id: randomUUID(), groups: ["going", "maybe", "waiting"], body: "Park at the pier.", ...message };
  return callEvent(site, "POST", `${id}/messages`, { as, body });
};
async function sent(id: string, message: Message = {}, as = host.token): Promise<Writing> {
  const response = await send(id, message, as);
  expect([response.status, await response.clone().text()]).toEqual([200, expect.any(String)]);
  return (await response.json()) as Writing;
}
const received = async (id: string, { token }: Person) =>
  ((await (await callEvent(site, "GET", `${id}/messages`, { as: token })).json()) as Received).messages;
const bodiesTo = async (...people: Person[]) => {
  const mails = await site.mails();
  return people.map(({ email }) =>
    mails.filter(({ to, text }) => to === email && text.includes("to guests.")).map(({ text }) => text.split("\n")[0]),
  );
};
/** Everybody who got these words by mail, once for each mail. */
const mailedTo = async (words: string) =>
  (await site.mails())
    .filter(({ text }) => text.includes(words))
    .map(({ to }) => to)
    .toSorted();
const patchProfile = async ({ token }: Person, body: object): Promise<Profile> => {
  const headers = { "content-type": "application/json" };
  const response = await site.fetch("/api/profile", {
    method: "PATCH",
    headers,
    body: JSON.stringify(body),
    as: token,
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Profile;
};

test("[DAY-09] a host writes to the groups they choose: each person once by mail and on the page, nobody else", async () => {
  const { id, going, maybe, waiting, away } = await eventWithGuests();
  const { title, groups, sent: log, closed } = await sent(id, { groups: ["waiting", "going"], body: "Bring water." });
  expect(groups).toEqual({
    going: { people: 1, mailed: 1 },
    maybe: { people: 1, mailed: 1 },
    waiting: { people: 1, mailed: 1 },
  });
  expect([log, closed]).toMatchObject([[{ groups: ["going", "waiting"], recipients: 2, body: "Bring water." }], null]);
  expect(await bodiesTo(going, maybe, waiting, away)).toEqual([["Bring water."], [], ["Bring water."], []]);
  expect(await mailedTo("Bring water.")).toEqual([going.email, waiting.email].toSorted());
  const mail = (await site.mails()).findLast(({ to }) => to === going.email);
  expect(mail?.subject).toMatch(new RegExp(`^A message about ${title}, Saturday `));
  expect(mail?.text).toContain(`${PUBLIC_URL}/events/${id}`);
  expect(await received(id, waiting)).toMatchObject([{ from: "host", subject: "", body: "Bring water." }]);
  expect([await received(id, maybe), await received(id, away)]).toEqual([[], []]);
  const { notices } = await patchProfile(going, {});
  expect(notices[0]).toMatchObject({ kind: "host_message", eventId: id, isRead: false });
});

test("[DAY-09] a message sent again with its id is sent once; with other words it is refused", async () => {
  const { id, going, maybe, waiting } = await eventWithGuests();
  const message = { id: randomUUID(), subject: "Parking", body: "Park behind the dunes." };
  await Promise.all([sent(id, message), sent(id, message), sent(id, message)]);
  expect((await sent(id, message)).sent).toHaveLength(1);
  expect(await refusal(send(id, { ...message, body: "Park at the school." }))).toMatchObject({ status: 409 });
  expect(await mailedTo("Park behind the dunes.")).toEqual(
    [going, maybe, waiting].map(({ email }) => email).toSorted(),
  );
  expect(await mailedTo("Park at the school.")).toEqual([]);
});

test("[DAY-09] four messages in 24 hours, from host and organizers together; then a sentence says when again", async () => {
  const { id } = await eventWithGuests();
  const organizer = await site.signedIn({ groups: ["Admins"], email: "organizer@example.com" });
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, at) => send(id, {}, at % 2 === 0 ? host.token : organizer.token)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
  const refused = answers.find(({ status }) => status !== 200);
  expect(refused?.status).toBe(429);
  expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(86_300);
  expect(await refused?.json()).toMatchObject({
    message: expect.stringMatching(
      /^These guests got 4 messages in 24 hours, and that's the limit\. You can write again on Sunday at 10:0\d AM\.$/,
    ),
  });
  await site.app.db.execute(sql`update host_messages set created_at = created_at - interval '25 hours'
    where id = (select id from host_messages where event_id = ${id} limit 1)`);
  expect((await sent(id)).closed).toContain("You can write again on Sunday at 10:0");
});

test("[DAY-09] refused messages use up no limit, neither the event's nor the host's", async () => {
  const strict = await startTestSite({ RATE_LIMIT_FACTOR: "0.05" });
  try {
    // Two messages in an hour.
    const owner = await newcomer(strict);
    const guest = await newcomer(strict);
    const event = await strict.addEvent(makeEvent({ day: "2026-11-28", title: "Nets", hostUserId: owner.userId }));
    const write = async (message: Message) => {
      const body = { id: randomUUID(), groups: ["going"], body: "Park at the pier.", ...message };
      return (await callEvent(strict, "POST", `${event.id}/messages`, { as: owner.token, body })).status;
    };
    const nobody = [await write({}), await write({}), await write({})];
    expect([...nobody, await write({ body: "" }), await write({ body: "\u3164\u200b" })]).toEqual([
      409, 409, 409, 422, 422,
    ]);
    await strict.app.db.execute(
      sql`insert into event_rsvps (event_id, user_id, answer) values (${event.id}, ${guest.userId}, 'going')`,
    );
    expect([await write({}), await write({}), await write({})]).toEqual([200, 200, 429]);
  } finally {
    await strict.close();
  }
});

test("[DAY-09] only its host and organizers write to the guests or read what was written; the log says who did", async () => {
  const { id, going } = await eventWithGuests();
  expect(await refusal(send(id, {}, going.token))).toMatchObject({ status: 403 });
  expect((await callEvent(site, "GET", `${id}/messages/sent`, { as: going.token })).status).toBe(403);
  const organizer = await site.signedIn({ groups: ["Admins"], email: "other-organizer@example.com" });
  await sent(id, { groups: ["going"] });
  await sent(id, { groups: ["maybe", "going"], body: "From us." }, organizer.token);
  expect(await received(id, going)).toMatchObject([
    { from: "organizer", coHost: null },
    { from: "host", coHost: null },
  ]);
  const log = await site.fetch("/api/admin/audit?action=guests_written", { as: organizer.token });
  const { entries } = (await log.json()) as { entries: { actor: { email: string }; after: unknown }[] };
  expect(entries.slice(0, 2)).toMatchObject([
    { actor: { email: organizer.email }, after: { to: "going, maybe", people: 2 } },
    { actor: { email: host.email }, after: { to: "going", people: 1 } },
  ]);
});

test("[DAY-09] who does not want such mails gets none of them but the page; unsubscribing stops them too, and both are counted", async () => {
  const { id, going, maybe, waiting } = await eventWithGuests();
  expect((await patchProfile(going, { notifications: { hostMessages: false } })).notifications).toMatchObject({
    hostMessages: false,
    eventChanges: true,
  });
  await sent(id, { body: "First." });
  const first = (await site.mails()).findLast(({ to }) => to === maybe.email);
  const link = /<([^>]+)>/.exec(String(first?.headers["list-unsubscribe"]))?.[1] ?? "";
  expect(link).toContain("/u/");
  await patchProfile(maybe, { notifications: { unsubscribed: true } });
  const { groups } = await sent(id, { body: "Second." });
  expect([groups.going.mailed, groups.maybe.mailed, groups.waiting.mailed]).toEqual([0, 0, 1]);
  expect(await bodiesTo(going, maybe, waiting)).toEqual([[], ["First."], ["First.", "Second."]]);
  expect((await received(id, going)).map(({ body }) => body)).toEqual(["Second.", "First."]);
});

test("[DAY-09] a message is a notification on devices that asked for it, unless its kind is turned off", async () => {
  const { id, going, maybe } = await eventWithGuests();
  const browserOf = async (person: Person) => {
    const { publicKey } = (await (await site.fetch("/api/push", { as: person.token })).json()) as PushSettings;
    const browser = service.subscribe(publicKey);
    expect((await site.post("/api/push/subscriptions", browser.subscription, person.token)).status).toBe(200);
    return browser;
  };
  const [first, second] = [await browserOf(going), await browserOf(maybe)];
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ mutedKinds: ["message"] });
  await site.fetch("/api/push", { method: "PATCH", headers, body, as: maybe.token });
  await sent(id, { subject: "Parking", body: "Park at the pier." });
  await deliverPushes(site.app, MAIL_KINDS);
  expect(first.received).toMatchObject([
    { title: "Parking", body: "Park at the pier.", url: `${PUBLIC_URL}/events/${id}` },
  ]);
  expect(second.received).toEqual([]);
  // The notification comes first; the mail follows only when it is not opened.
  expect(await bodiesTo(going, maybe)).toEqual([[], ["Park at the pier."]]);
});

test("[DAY-09] a visitor with a place gets the message with the link to that place", async () => {
  const id = await addEvent();
  const visitor = { firstName: "Vera", lastName: "Visitor", email: "vera@example.com", phone: "904-555-0177" };
  expect((await site.post(`/api/social-events/${id}/place-requests`, visitor)).status).toBe(200);
  const newest = async () => (await site.mails()).findLast(({ to }) => to === visitor.email)?.text ?? "";
  const token = /\/place#([\w-]{20,})/.exec(await newest())?.[1] ?? "";
  const headers = { "content-type": "application/json" };
  const wish = { method: "PUT", headers, body: JSON.stringify({ token, answer: "going" }) };
  expect((await site.fetch("/api/place", wish)).status).toBe(200);
  await sent(id, { groups: ["going"], body: "Look for the orange flag." });
  const mail = (await site.mails()).find(({ text }) => text.includes("Look for the orange flag."));
  expect([mail?.to, mail?.text]).toEqual([visitor.email, expect.stringMatching(/\/place#[\w-]{20,}/)]);
});

test("[DAY-09] a message is plain text: markup in it is shown as it was typed", async () => {
  const { id, going } = await eventWithGuests();
  const body = `<img src=x onerror=alert(1)> & "quotes"\nSecond line`;
  await sent(id, { groups: ["going"], subject: "<b>Hi</b>", body });
  const mail = (await site.mails()).findLast(({ to }) => to === going.email);
  expect(mail?.subject).toBe("<b>Hi</b>");
  expect(mail?.html).toContain("&lt;img src=x onerror=alert(1)&gt; &amp; &quot;quotes&quot;<br>Second line");
  expect(await received(id, going)).toMatchObject([{ subject: "<b>Hi</b>", body }]);
});

test("[DAY-09] nothing is sent to nobody, without words, before an event is published, or two weeks after it", async () => {
  const empty = await addEvent();
  const { id, going } = await eventWithGuests();
  const before = (await site.mails()).length;
  expect(await refusal(send(empty))).toMatchObject({ status: 409, message: expect.stringContaining("Nobody") });
  expect(await refusal(send(id, { groups: [] }))).toMatchObject({ status: 422 });
  expect(await refusal(send(id, { body: " \n" }))).toMatchObject({ status: 422 });
  expect(await refusal(send(id, { body: "x".repeat(2001) }))).toMatchObject({ status: 422 });
  const held = await addEvent({ held: true });
  expect(await refusal(send(held))).toMatchObject({ status: 409, message: expect.stringContaining("not published") });
  const over = await addEvent({ day: "2026-11-01" });
  expect(await refusal(send(over))).toMatchObject({ status: 409, message: expect.stringContaining("two weeks ago") });
  expect(await site.mails()).toHaveLength(before);
  // People who no longer come before it is sent get no mail.
  await sent(id, { groups: ["going"] });
  await rsvpState(answer(site, id, going.token, "not_going"));
  expect(await bodiesTo(going)).toEqual([[]]);
});

test("[DAY-09] a host who is going is neither counted nor sent their own message, which has their name", async () => {
  const { id, going } = await eventWithGuests();
  await rsvpState(answer(site, id, host.token, "maybe"));
  const { groups, sent: log } = await sent(id, { groups: ["going", "maybe"], body: "Bring a towel." });
  expect([groups.going.people, groups.maybe.people, log[0]?.recipients]).toEqual([1, 1, 2]);
  expect(await bodiesTo(host, going)).toEqual([[], ["Bring a towel."]]);
  expect(await received(id, host)).toEqual([]);
  const mail = (await site.mails()).findLast(({ to }) => to === going.email);
  expect(mail?.text).toMatch(/– .+, host of Net \d+/);
});

test("[DAY-09] [DAY-12] a co-host's message has their name, not the host's, in the mail and on the page", async () => {
  const { id, going, maybe } = await eventWithGuests();
  await callEvent(site, "PUT", `${id}/co-hosts/${maybe.userId}`, { as: host.token });
  await site.mails();
  await site.app.db.execute(sql`update users set first_name = 'Mona', last_name = 'Reyes'
    where user_id = ${maybe.userId}`);
  await sent(id, { groups: ["going"] }, maybe.token);
  const mail = (await site.mails()).findLast(({ to }) => to === going.email);
  expect(mail?.text).toMatch(/– Mona Reyes, co-host of Net \d+/);
  expect(await received(id, going)).toMatchObject([{ from: "host", coHost: "Mona Reyes" }]);
  const outbox = await callEvent(site, "GET", `${id}/messages/sent`, { as: host.token });
  expect(await outbox.json()).toMatchObject({ sent: [{ from: "host", coHost: "Mona Reyes" }] });
});
