import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { auditLog } from "#src/db/tables/admin.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import type { HeldEvents } from "#src/features/events/review/schema/held-events.ts";
import type { Profile } from "#src/features/profile/schema.ts";
import { makeEvent } from "#seeds/factories.ts";
import { callEvent, refusal } from "#tests/support/events.ts";
import { passTime } from "#tests/support/identity.ts";
import { newEvent } from "#tests/support/new-event.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

const QUEUE = "/api/admin/events";

let site: TestSite;
let admin: string;
let second: string;
let host: Awaited<ReturnType<TestSite["signedIn"]>>;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
  admin = await site.tokenFor(["Admins"]);
  second = await site.tokenFor(["Admins"], { email: "second@example.com" });
  host = await site.signedIn({ email: "host@example.com", user: { firstName: "Hope", lastName: "Host" } });
});
afterAll(() => site.close());
afterEach(() => {
  vi.useRealTimers();
});
beforeEach(() => site.app.db.execute(sql`truncate social_events, audit_log, mail_outbox, notices cascade`));

/** An event of the host's, as the form sends it: it waits. */
async function make(title: string): Promise<string> {
  const answer = await site.post("/api/social-events", newEvent(title), host.token);
  expect(await answer.json()).toMatchObject({ held: true });
  return newEvent(title).socialEventId;
}
async function queue(after?: string): Promise<HeldEvents> {
  const answer = await site.fetch(after === undefined ? QUEUE : `${QUEUE}?after=${after}`, { as: admin });
  expect(answer.status).toBe(200);
  return (await answer.json()) as HeldEvents;
}
/** The wording that waits now, as an organizer reads it. */
async function versionOf(id: string): Promise<string> {
  const { heldEvents } = await queue();
  return heldEvents.find(({ event }) => event.socialEventId === id)?.version ?? "gone";
}
const publish = async (id: string, as = admin, version?: string) =>
  site.post(`${QUEUE}/${id}/publish`, { version: version ?? (await versionOf(id)) }, as);
const refuse = async (id: string, reason = "The pier is closed.", as = admin) =>
  site.post(`${QUEUE}/${id}/refuse`, { version: await versionOf(id), reason }, as);
const read = (id: string, as?: string) => site.fetch(`/api/social-events?id=${id}`, as === undefined ? {} : { as });
const profile = async () => (await (await site.fetch("/api/profile", { as: host.token })).json()) as Profile;
const mailsTo = async (email: string) => (await site.mails()).filter(({ to }) => to === email);

test("[CREATE-09] what waits is in the queue with who made it; published, everybody sees it and the host is told", async () => {
  const id = await make("Bonfire");
  const { heldEvents, total, next } = await queue();
  expect([total, next]).toEqual([1, null]);
  expect(heldEvents[0]).toMatchObject({
    event: { socialEventId: id, held: true, title: "Bonfire" },
    maker: { userId: host.userId, name: "Hope Host", email: "host@example.com" },
  });
  expect((await read(id)).status).toBe(404);
  const before = (await mailsTo("host@example.com")).length;
  const answer = await publish(id);
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { success: true, message: "The event is published, and its host is told." },
  ]);
  expect((await read(id)).status).toBe(200);
  expect(await queue()).toEqual({ heldEvents: [], total: 0, next: null });
  const [mail] = (await mailsTo("host@example.com")).slice(before);
  expect(mail?.subject).toBe("Published: Bonfire");
  expect(mail?.text).toContain(`http://sandbar.localhost/events/${id}`);
  expect((await profile()).notices[0]).toMatchObject({ kind: "event_published", eventId: id, eventTitle: "Bonfire" });
  expect(await site.app.db.select().from(auditLog)).toEqual([
    expect.objectContaining({
      actorEmail: "admins@example.com",
      action: "event_published",
      subjectIds: [id],
      before: { title: "Bonfire", held: true },
      after: { title: "Bonfire", held: false },
    }),
  ]);
});

test("[CREATE-09] a refusal needs a reason, which the host reads in the mail, in the site and on the event", async () => {
  const id = await make("Bonfire");
  expect((await refuse(id, "  ")).status).toBe(422);
  expect(await refusal(refuse(id, ""))).toEqual({
    status: 422,
    message: "Say why, so that the host knows what to change.",
  });
  const before = (await mailsTo("host@example.com")).length;
  const answer = await refuse(id, "No fires in <July>.");
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { success: true, message: "The event is not published. Its host gets your reason." },
  ]);
  expect((await queue()).total).toBe(0);
  const [mail] = (await mailsTo("host@example.com")).slice(before);
  expect(mail?.subject).toBe("Not published: Bonfire");
  expect(mail?.text).toContain("No fires in <July>.");
  expect(mail?.html).toContain("No fires in &lt;July&gt;.");
  expect((await profile()).notices[0]).toMatchObject({ kind: "event_refused", eventId: id });
  const own = (await (await read(id, host.token)).json()) as { socialEvents: { Item: unknown } };
  expect(own.socialEvents.Item).toMatchObject({ held: true, refusal: "No fires in <July>." });
  expect((await read(id)).status).toBe(404);
  expect((await site.app.db.select().from(auditLog))[0]).toMatchObject({
    action: "event_refused",
    after: { reason: "No fires in <July>." },
  });
});

test("[CREATE-09] a host who changes what was refused has it wait once more; then it can be published", async () => {
  const id = await make("Bonfire");
  await refuse(id);
  await callEvent(site, "PATCH", id, { as: host.token, body: { location: "North lot" } });
  const { heldEvents } = await queue();
  expect(heldEvents.map(({ event }) => [event.location, event.refusal])).toEqual([["North lot", undefined]]);
  expect((await publish(id)).status).toBe(200);
});

test("[CREATE-09] a host who changes an event between the look and Publish: what nobody has seen is not published", async () => {
  const id = await make("Bonfire");
  const seen = await versionOf(id);
  passTime(1);
  await callEvent(site, "PATCH", id, { as: host.token, body: { location: "My house, bring cash" } });
  const changed = {
    status: 409,
    message: "The host edited this event in the meantime. Please close it and review it again.",
  };
  expect(await refusal(publish(id, admin, seen))).toEqual(changed);
  const refused = site.post(`${QUEUE}/${id}/refuse`, { version: seen, reason: "No." }, admin);
  expect(await refusal(refused)).toEqual(changed);
  expect((await read(id)).status).toBe(404);
  expect((await publish(id)).status).toBe(200);
});

test("[CREATE-09] organizers who decide at once: one wins, the others read who and what", async () => {
  const id = await make("Bonfire");
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => (n % 2 === 0 ? publish(id, admin) : refuse(id, "No.", second))),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const [event] = await site.app.db.select().from(socialEvents).where(eq(socialEvents.id, id));
  const says = event?.held
    ? "second@example.com refused it already. Please reload the list."
    : "admins@example.com published it already. Please reload the list.";
  for (const answer of answers.filter(({ status }) => status !== 200))
    expect(await refusal(answer)).toEqual({ status: 409, message: says });
  expect(await site.app.db.$count(auditLog)).toBe(1);
  expect((await profile()).notices).toHaveLength(1);
});

test("[CREATE-09] a long queue is paged, who waits longest first, and nobody is shown twice", async () => {
  for (let n = 10; n < 55; n += 1)
    await site.addEvent(
      makeEvent({ day: "2026-11-30", title: `Held ${n}`, held: true, createdAt: new Date(`2026-11-20T10:00:${n}Z`) }),
    );
  // Finer than a page's end can be told in milliseconds.
  await site.app.db.execute(sql`update social_events set created_at = created_at + interval '123 microseconds'`);
  const seen: string[] = [];
  let after: string | undefined;
  for (let page = 0; page < 3; page += 1) {
    const { heldEvents, total, next } = await queue(after);
    expect(total).toBe(45);
    seen.push(...heldEvents.map(({ event }) => event.title));
    after = next ?? undefined;
  }
  expect(after).toBeUndefined();
  expect(seen).toEqual(Array.from({ length: 45 }, (_, n) => `Held ${n + 10}`));
  for (const cursor of ["nonsense", Buffer.from('["2026-99-99 00:00:00+00","x"]').toString("base64url")])
    expect((await site.fetch(`${QUEUE}?after=${cursor}`, { as: admin })).status).toBe(400);
});

test("[CREATE-09, API-01] what is not there, not held, or asked by others", async () => {
  expect(await refusal(publish("2026-01-01-nothing"))).toMatchObject({ status: 404 });
  expect((await publish("%00")).status).toBe(404);
  const open = await site.addEvent(makeEvent({ day: "2026-11-30" }));
  expect(await refusal(publish(open.id))).toEqual({
    status: 409,
    message: "It was published already. Please reload the list.",
  });
  const id = await make("Bonfire");
  for (const as of [host.token, await site.tokenFor(["Members"])]) {
    expect((await publish(id, as)).status).toBe(403);
    expect((await refuse(id, "No.", as)).status).toBe(403);
    expect((await site.fetch(QUEUE, { as })).status).toBe(403);
  }
  // Nobody to tell.
  await site.app.db.update(socialEvents).set({ hostUserId: null }).where(eq(socialEvents.id, id));
  expect((await queue()).heldEvents[0]?.maker).toBeNull();
  expect((await publish(id)).status).toBe(200);
});

test("[CREATE-09] the events of a series are published with one decision and one mail", async () => {
  for (const day of ["2026-11-28", "2026-12-05", "2026-12-12"])
    await site.addEvent(makeEvent({ day, title: "Weekly", held: true, seriesId: "weekly", hostUserId: host.userId }));
  const { heldEvents } = await queue();
  expect(heldEvents.map(({ seriesWaiting }) => seriesWaiting)).toEqual([3, 3, 3]);
  const [first] = heldEvents;
  const path = `${QUEUE}/${first?.event.socialEventId}/publish`;
  const answer = await site.post(path, { version: first?.version, series: true }, admin);
  expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
    200,
    "3 events are published, and their host is told.",
  ]);
  expect((await queue()).total).toBe(0);
  const told = await site.app.db.execute(sql`select 1 from mail_outbox where kind = 'event_published'`);
  expect(told.rows).toHaveLength(1);
  const logged = await site.app.db.execute(sql`select 1 from audit_log where action = 'event_published'`);
  expect(logged.rows).toHaveLength(3);
});

test("[CREATE-09] organizers get a mail when an event waits, and none once it is decided", async () => {
  const id = await make("Mailed");
  const told = (await mailsTo("second@example.com")).filter(({ subject }) => subject.endsWith(": Mailed"));
  expect(told.map(({ subject }) => subject)).toEqual(["An event is waiting for you: Mailed"]);
  expect((await publish(id)).status).toBe(200);
  expect((await publish(await make("Decided"))).status).toBe(200);
  expect((await mailsTo("second@example.com")).map(({ subject }) => subject)).not.toContain(
    "An event is waiting for you: Decided",
  );
});
