import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { mailOutbox } from "#src/db/tables/mail.ts";
import { pushSubscriptions } from "#src/db/tables/push.ts";
import { deliverPushes } from "#src/features/notifications/jobs.server.ts";
import type { PushSettings } from "#src/features/notifications/schema.ts";
import { MAIL_KINDS } from "#src/server/mail-kinds.ts";
import { type FakeBrowser, FakePushService } from "#tests/fakes/push/fake-push-service.ts";
import { signToken } from "#tests/support/accounts.ts";
import { answer, callEvent, newcomer, rsvpState } from "#tests/support/events.ts";
import { PUBLIC_URL, startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let service: FakePushService;
beforeAll(async () => {
  [site, service] = await Promise.all([startTestSite({ RATE_LIMIT_FACTOR: "1000" }), FakePushService.start()]);
});
afterAll(async () => {
  await service.close();
  await site.close();
});

type Person = Awaited<ReturnType<typeof newcomer>>;
const call = (method: string, path: string, body: unknown, as: string) =>
  site.fetch(path, { method, as, headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
const settingsOf = async (response: Response) => (await response.json()) as PushSettings;
const read = async ({ token }: Person) => settingsOf(await site.fetch("/api/push", { as: token }));
const push = () => deliverPushes(site.app, MAIL_KINDS);

async function subscribed(person: Person): Promise<FakeBrowser> {
  const browser = service.subscribe((await read(person)).publicKey);
  const response = await call("POST", "/api/push/subscriptions", browser.subscription, person.token);
  expect(response.status).toBe(200);
  return browser;
}

let made = 0;
/** This person waits for the one place of an event, which then becomes free. */
async function freePlaceFor(person: Person, event: { day: string; startTime?: string; chat?: string }) {
  made += 1;
  const { id } = await site.addEvent(makeEvent({ title: `Full ${made}`, capacity: 1, ...event }));
  const first = await newcomer(site);
  await rsvpState(answer(site, id, first.token, "going"));
  await rsvpState(answer(site, id, person.token, "going"));
  await rsvpState(callEvent(site, "DELETE", `${id}/rsvp`, { as: first.token }));
  return id;
}
/** More than a day ahead, so the place is theirs at once. */
const promote = (person: Person, chat = "Volleyball") => freePlaceFor(person, { day: "2026-11-28", chat });

async function mailIdOf({ userId }: Person): Promise<string> {
  const [mail] = await site.app.db
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(sql`${mailOutbox.data} ->> 'userId' = ${userId} and ${mailOutbox.pushedAt} is not null`);
  return mail?.id ?? "";
}
/** Subjects of the mails to this person about places, up to the title. */
const mailed = async ({ email }: Person) =>
  (await site.mails()).filter(({ to }) => to === email).map(({ subject }) => subject.split(":")[0] ?? "");
const minutesPass = (minutes: number) =>
  site.app.db.execute(sql`update mail_outbox set due_at = due_at - make_interval(mins => ${minutes}::int)
    where status = 'waiting'`);
const titles = ({ received }: FakeBrowser) => received.map(({ title }) => title.split(":")[0]);

test("[DAY-08] a promotion is a notification; opened, it needs no mail; not opened, the mail follows after ten minutes", async () => {
  const [opens, ignores] = [await newcomer(site), await newcomer(site)];
  const [first, second] = [await subscribed(opens), await subscribed(ignores)];
  const id = await promote(opens);
  await promote(ignores);
  await push();
  const mailId = await mailIdOf(opens);
  expect(first.received).toEqual([
    {
      id: mailId,
      title: expect.stringContaining("A space is yours: Full"),
      body: expect.stringContaining("You are going."),
      url: `${PUBLIC_URL}/events/${id}`,
    },
  ]);
  expect([second.received.length, service.faults]).toEqual([1, []]);
  expect([await mailed(opens), await mailed(ignores)]).toEqual([[], []]);
  await minutesPass(9);
  expect([await mailed(opens), await mailed(ignores)]).toEqual([[], []]);
  expect((await site.post("/api/push/opened", { id: mailId })).status).toBe(200);
  await minutesPass(2);
  await push();
  expect([await mailed(opens), await mailed(ignores)]).toEqual([[], ["A space is yours"]]);
  expect([first.received.length, second.received.length]).toEqual([1, 1]);
});

test("[DAY-08] an offer of a seat is a notification that leads to the page that takes it; taken, no mail about it follows", async () => {
  const person = await newcomer(site);
  const browser = await subscribed(person);
  const id = await freePlaceFor(person, { day: "2026-11-21", startTime: "18:00" });
  await push();
  expect(titles(browser)).toEqual(["A space is kept for you until 10"]);
  expect(browser.received[0]?.url).toBe(`${PUBLIC_URL}/events/${id}`);
  expect(await rsvpState(answer(site, id, person.token, "going"))).toMatchObject({ answer: "going" });
  await minutesPass(11);
  expect(await mailed(person)).toEqual(["You are going"]);
});

test("[DAY-08] a hold, its end, a change and a cancellation are notifications, chosen by kind", async () => {
  const host = await newcomer(site, { groups: ["Members"] });
  const [all, some] = [await newcomer(site), await newcomer(site)];
  const [everything, chosen] = [await subscribed(all), await subscribed(some)];
  await call("PATCH", "/api/push", { mutedKinds: ["decision", "cancellation"] }, some.token);
  const { id } = await site.addEvent(makeEvent({ day: "2026-11-28", title: "Net day", hostUserId: host.userId }));
  for (const { token } of [all, some]) await rsvpState(answer(site, id, token, "going"));
  await mailed(some);
  const changed = async (method: "PUT" | "PATCH", path: string, body: unknown) => {
    expect((await callEvent(site, method, path, { as: host.token, body })).status).toBe(200);
    await push();
  };
  const decidesAt = new Date(site.app.clock.now().getTime() + 3_600_000).toISOString();
  await changed("PUT", `${id}/decision`, { decision: "hold", reason: "weather", decidesAt, default: "runs" });
  await changed("PUT", `${id}/decision`, { decision: "runs" });
  await changed("PATCH", id, { time: "17:00" });
  await changed("PATCH", id, { status: "cancelled" });
  expect(titles(everything)).toEqual(["On hold", "It’s on", "Changed", "Canceled"]);
  expect(titles(chosen)).toEqual(["Changed"]);
  // What is no notification for them is mailed at once.
  expect(await mailed(some)).toContain("Canceled");
  expect(await mailed(all)).not.toContain("Canceled");
});

test("[DAY-08, DAY-04] after the notifications of a hold and its end one mail follows, about the end", async () => {
  const host = await newcomer(site, { groups: ["Members"] });
  const goer = await newcomer(site);
  const browser = await subscribed(goer);
  const { id } = await site.addEvent(makeEvent({ day: "2026-11-28", title: "Clouds", hostUserId: host.userId }));
  await rsvpState(answer(site, id, goer.token, "going"));
  await mailed(goer);
  const decidesAt = new Date(site.app.clock.now().getTime() + 3_600_000).toISOString();
  for (const body of [{ decision: "hold", reason: "weather", decidesAt, default: "runs" }, { decision: "runs" }]) {
    expect((await callEvent(site, "PUT", `${id}/decision`, { as: host.token, body })).status).toBe(200);
    await push();
  }
  expect(titles(browser)).toEqual(["On hold", "It’s on"]);
  await minutesPass(11);
  expect((await mailed(goer)).filter((subject) => subject !== "You are going")).toEqual(["It’s on"]);
});

test("[DAY-08] activities that a person turned off come by mail at once, and choices that are left out stay", async () => {
  const person = await newcomer(site);
  const browser = await subscribed(person);
  await call("PATCH", "/api/push", { mutedActivities: ["Dance"] }, person.token);
  await promote(person, "Dance");
  await push();
  expect([browser.received.length, await mailed(person)]).toEqual([0, ["A space is yours"]]);
  await promote(person);
  await push();
  expect(browser.received).toHaveLength(1);
  const answered = await call("PATCH", "/api/push", { mutedKinds: ["promotion"] }, person.token);
  expect(await settingsOf(answered)).toMatchObject({ mutedKinds: ["promotion"], mutedActivities: ["Dance"] });
  expect((await call("PATCH", "/api/push", { mutedKinds: ["weather"] }, person.token)).status).toBe(422);
});

test("[DAY-08] a dead subscription is removed and its mail sent at once; while a push service is down, mails are sent", async () => {
  const person = await newcomer(site);
  const browser = await subscribed(person);
  browser.answers = 503;
  await promote(person);
  await push();
  expect([(await read(person)).devices, await mailed(person)]).toEqual([1, ["A space is yours"]]);
  browser.answers = 410;
  await promote(person);
  await push();
  expect([(await read(person)).devices, (await mailed(person)).length]).toEqual([0, 2]);
});

test("[DAY-08] a mail waits a minute for its notification, whatever keeps the notifications from being sent", async () => {
  const person = await newcomer(site);
  const browser = await subscribed(person);
  await promote(person);
  expect(await mailed(person)).toEqual([]);
  await minutesPass(2);
  expect(await mailed(person)).toEqual(["A space is yours"]);
  await push();
  expect(browser.received).toEqual([]);
});

test("[DAY-08] a browser belongs to the person who subscribed it last, ends with its session, and ten are the most", async () => {
  const [ana, ben] = [await newcomer(site), await newcomer(site)];
  const browser = await subscribed(ana);
  await call("POST", "/api/push/subscriptions", browser.subscription, ben.token);
  expect([(await read(ana)).devices, (await read(ben)).devices]).toEqual([0, 1]);
  for (let count = 0; count < 11; count += 1) await subscribed(ben);
  expect((await read(ben)).devices).toBe(10);
  const own = await subscribed(ben);
  // Only its owner ends it.
  await call("DELETE", "/api/push/subscriptions", { endpoint: own.endpoint }, ana.token);
  expect((await read(ben)).devices).toBe(10);
  const left = await call("DELETE", "/api/push/subscriptions", { endpoint: own.endpoint }, ben.token);
  expect((await settingsOf(left)).devices).toBe(9);
  const elsewhere = await signToken(ben, { db: site.app.db, issuer: PUBLIC_URL, now: site.app.clock.now() });
  expect((await call("DELETE", "/api/account/devices", {}, elsewhere)).status).toBe(200);
  expect((await settingsOf(await site.fetch("/api/push", { as: elsewhere }))).devices).toBe(0);
  await promote({ ...ben, token: elsewhere });
  await push();
  expect(await mailed(ben)).toEqual(["A space is yours"]);
});

test("[DAY-08] a session that expired gets no notification", async () => {
  const person = await newcomer(site);
  const browser = await subscribed(person);
  await promote(person);
  await site.app.db.execute(sql`update sessions set expires_at = created_at where sub = ${person.sub}`);
  await push();
  expect([browser.received, await mailed(person)]).toEqual([[], ["A space is yours"]]);
});

test("[DAY-08] an address that is no push service, and keys that are none, are refused with a sentence", async () => {
  const person = await newcomer(site);
  const { subscription } = service.subscribe((await read(person)).publicKey);
  for (const body of [
    { ...subscription, endpoint: "https://10.0.0.8/push" },
    { ...subscription, endpoint: "https://intranet/push" },
    { ...subscription, keys: { ...subscription.keys, auth: "short" } },
    { ...subscription, keys: { ...subscription.keys, p256dh: "" } },
  ]) {
    const response = await call("POST", "/api/push/subscriptions", body, person.token);
    expect([response.status, await response.json()]).toEqual([
      422,
      expect.objectContaining({ message: expect.any(String) }),
    ]);
  }
  const kept = await site.app.db
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.endpoint, subscription.endpoint));
  expect(kept).toEqual([]);
});
