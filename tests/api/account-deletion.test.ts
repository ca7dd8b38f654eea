import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { chatMembers, chatMessages, chats } from "#src/db/tables/chats.ts";
import { formSubmissions } from "#src/db/tables/form-submissions.ts";
import { mailOutbox, mailPreferences } from "#src/db/tables/mail.ts";
import { eventRsvps, waitingList } from "#src/db/tables/rsvps.ts";
import { getMailPreferences, setMailPreferences } from "#src/mail/preferences.server.ts";
import { joinForm } from "#tests/support/join-form.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
});
afterAll(() => site.close());

function remove(token: string, body: unknown = { confirm: "DELETE" }): Promise<Response> {
  return site.fetch("/api/profile", {
    method: "DELETE",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    as: token,
  });
}

async function rows(statement: ReturnType<typeof sql>): Promise<Record<string, unknown>[]> {
  return (await site.app.db.execute(statement)).rows;
}

/** RSVPs normally update the count; these were inserted directly. */
async function countGoing(): Promise<void> {
  await rows(sql`update social_events set going_count =
    (select coalesce(sum(1 + guests), 0) from event_rsvps where event_id = social_events.id and answer = 'going')`);
}

/** Whether the text stands anywhere in the database, and where. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await rows(
    sql`select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('rate_limits', 'change_log')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await rows(
      sql`select 1 from ${sql.identifier(String(name))} as t where t::text ilike ${`%${text}%`} limit 1`,
    );
    if (row) found.push(String(name));
  }
  return found;
}

test("[DASH-05] the word DELETE is needed, exactly", async () => {
  const { token, userId } = await site.signedIn({ email: "careful@example.com" });
  for (const body of [{}, { confirm: "delete" }, { confirm: "DELETE " }, { confirm: true }]) {
    const answer = await remove(token, body);
    expect(answer.status).toBe(422);
    expect(((await answer.json()) as { message: string }).message).toBe("Please type DELETE to confirm");
  }
  expect(await rows(sql`select 1 as there from users where user_id = ${userId}`)).toHaveLength(1);
  expect((await site.fetch("/api/profile", { method: "DELETE" })).status).not.toBe(200);
});

test("[DASH-05] nothing of the person stays but what is said to stay", async () => {
  const email = "zelda.quill@example.com";
  const { token, userId, sub } = await site.signedIn({
    email,
    user: { firstName: "Zelda", lastName: "Quill", phone: "9045557788" },
  });
  await site.addUser({ email, firstName: "Zelda", lastName: "Quill" });
  const other = await site.signedIn({ email: "stays@example.com" });
  const { db } = site.app;
  const at = site.app.clock.now();
  const [past, next] = [
    await site.addEvent(makeEvent({ day: "2026-11-01", title: "Over" })),
    await site.addEvent(makeEvent({ day: "2026-11-28", title: "To Come" })),
  ];
  const full = await site.addEvent(makeEvent({ day: "2026-11-29", title: "Full", capacity: 0, waitingCount: 2 }));
  await site.addEvent(makeEvent({ day: "2026-11-30", title: "Hosted", host: "Zelda Quill", hostUserId: userId }));
  for (const [index, who] of [userId, other.userId].entries()) {
    await db.insert(eventRsvps).values([
      { eventId: past.id, userId: who, answer: "going" },
      { eventId: next.id, userId: who, answer: "going" },
    ]);
    await db.insert(waitingList).values({ eventId: full.id, userId: who, ticket: index + 1, joinedAt: at });
  }
  await countGoing();
  await db.insert(chats).values({ id: "c1", name: "Dance", memberCount: 2, createdAt: at, updatedAt: at });
  for (const [seq, who] of [userId, other.userId].entries()) {
    const name = who === userId ? "Zelda Quill" : "Sam";
    await db.insert(chatMembers).values({ chatId: "c1", memberId: who, userId: who, name, joinedAt: at });
    await db.insert(chatMessages).values({
      chatId: "c1",
      seq: seq + 1,
      id: `m${seq}`,
      authorId: who,
      userId: who,
      name,
      text: `Salsa at eight ${seq}`,
      clientId: `k${seq}`,
      createdAt: at,
    });
  }
  await db.insert(formSubmissions).values({ id: "f", formType: "holiday", email, data: { email }, createdAt: at });
  await db.insert(mailOutbox).values({ id: "o", key: "o", kind: "x", email, data: {}, dueAt: at, createdAt: at });
  await db.insert(mailPreferences).values({ email, token: "t", updatedAt: at });
  await site.post("/api/join", joinForm({ email, firstName: "Zelda", lastName: "Quill", phone: "9045557788" }));

  const answer = await remove(token);
  expect(answer.status).toBe(200);
  expect(JSON.stringify(await answer.json())).toContain("Former member");
  for (const trace of [email, "Quill", "9045557788", userId, sub])
    expect([trace, await tablesWith(trace)]).toEqual([trace, []]);
  expect(await rows(sql`select id, going_count, waiting_count from social_events order by id`)).toMatchObject([
    { id: past.id, going_count: 2 },
    { id: next.id, going_count: 1 },
    { id: full.id, waiting_count: 1 },
    { id: "2026-11-30-hosted" },
  ]);
  expect(await rows(sql`select name, text, user_id from chat_messages order by seq`)).toEqual([
    { name: "Former member", text: "Salsa at eight 0", user_id: null },
    { name: "Sam", text: "Salsa at eight 1", user_id: other.userId },
  ]);
  expect(await rows(sql`select member_count from chats`)).toEqual([{ member_count: 1 }]);
  expect((await site.fetch("/api/profile", { as: token })).status).toBe(401);
  expect((await site.fetch("/api/profile", { as: other.token })).status).toBe(200);
});

test("[DASH-06] the space of a deleted account goes to the first on the waiting list, who is notified", async () => {
  const event = await site.addEvent(
    makeEvent({ day: "2026-12-02", title: "Handed On", capacity: 1, goingCount: 1, waitingCount: 1 }),
    { going: 1 },
  );
  const [{ user_id: goer }] = (await rows(sql`select user_id from event_rsvps where event_id = ${event.id}`)) as [
    { user_id: string },
  ];
  const { token, sub } = await site.signedIn({ email: "giver@example.com" });
  await rows(sql`update accounts set user_id = ${goer} where sub = ${sub}`);
  const next = await site.signedIn({ email: "next@example.com" });
  await site.app.db
    .insert(waitingList)
    .values({ eventId: event.id, userId: next.userId, ticket: 1, joinedAt: site.app.clock.now() });
  expect((await remove(token)).status).toBe(200);
  expect(await rows(sql`select user_id, answer from event_rsvps where event_id = ${event.id}`)).toEqual([
    { user_id: next.userId, answer: "going" },
  ]);
  expect(await rows(sql`select going_count, waiting_count from social_events where id = ${event.id}`)).toEqual([
    { going_count: 1, waiting_count: 0 },
  ]);
  const told = (await (await site.fetch("/api/profile", { as: next.token })).json()) as { notices: object[] };
  expect(told.notices).toMatchObject([{ kind: "promoted", eventId: event.id }]);
});

test("[DASH-05, DASH-06] a deleted account is counted no more, where it goes and where it waits", async () => {
  const roomy = await site.addEvent(makeEvent({ day: "2026-12-02", title: "Roomy", capacity: 10, guestsPerPerson: 1 }));
  const full = await site.addEvent(makeEvent({ day: "2026-12-03", title: "Full", capacity: 1 }));
  const goer = await site.signedIn({ email: "goer@example.com" });
  const leaver = await site.signedIn({ email: "leaver@example.com" });
  const answer = (eventId: string, as: string, guests = 0) =>
    site.fetch(`/api/social-events/${eventId}/rsvp`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ answer: "going", guests }),
      as,
    });
  const counts = async ({ id }: { id: string }) => {
    const response = await site.fetch(`/api/social-events/${id}/rsvp`, { as: goer.token });
    const { going, waitingCount } = (await response.json()) as { going: number; waitingCount: number };
    return { going, waitingCount };
  };
  for (const event of [roomy, full]) expect((await answer(event.id, goer.token)).status).toBe(200);
  expect((await answer(roomy.id, leaver.token, 1)).status).toBe(200);
  const waits = { method: "POST", headers: { "content-type": "application/json" }, body: "{}", as: leaver.token };
  expect((await site.fetch(`/api/social-events/${full.id}/waiting-list`, waits)).status).toBe(200);
  expect([await counts(roomy), await counts(full)]).toEqual([
    { going: 3, waitingCount: 0 },
    { going: 1, waitingCount: 1 },
  ]);
  expect((await remove(leaver.token)).status).toBe(200);
  expect([await counts(roomy), await counts(full)]).toEqual([
    { going: 1, waitingCount: 0 },
    { going: 1, waitingCount: 0 },
  ]);
});

test("[DASH-05] who unsubscribed stays unsubscribed when the account is gone", async () => {
  const email = "silent@example.com";
  const { token } = await site.signedIn({ email });
  const at = site.app.clock.now();
  await site.app.db.insert(mailPreferences).values({ email, token: "silent", unsubscribedAt: at, updatedAt: at });
  expect((await remove(token)).status).toBe(200);
  // Only a hash of the address is kept, which is enough to know it again.
  expect(await tablesWith(email)).toEqual([]);
  expect(await getMailPreferences(site.app.db, email, at)).toMatchObject({ unsubscribedAt: at, token: "silent" });
  const form = { email, firstName: "Kim", lastName: "Lee", sex: "female", phone: "", message: "Please write to me." };
  expect((await site.post("/api/support", form)).status).toBe(200);
  expect(await tablesWith("support_receipt")).toEqual([]);
  await site.app.db.transaction((tx) => setMailPreferences(tx, email, { unsubscribed: false }, at));
  expect(await rows(sql`select email from mail_preferences where token = 'silent'`)).toEqual([{ email }]);
});

test("[DASH-05] asked five times at once, it is done once and nothing fails", async () => {
  const { token, userId } = await site.signedIn({ email: "hasty@example.com" });
  const event = await site.addEvent(makeEvent({ day: "2026-12-01", title: "Hasty" }), { going: 2 });
  await site.app.db.insert(eventRsvps).values({ eventId: event.id, userId, answer: "going" });
  await countGoing();
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => remove(token)));
  for (const { status } of answers) expect([200, 401]).toContain(status);
  expect(answers.some(({ status }) => status === 200)).toBe(true);
  expect(await rows(sql`select going_count from social_events where id = ${event.id}`)).toEqual([{ going_count: 2 }]);
  expect(await tablesWith("hasty@example.com")).toEqual([]);
});

test("what is asked while the account is being deleted in another tab is told so, and is no fault", async () => {
  const { token, sub } = await site.signedIn({ email: "two.tabs@example.com" });
  // The other tab is done at the worst moment: after the token was good, before the row is written.
  await rows(sql`create function delete_in_between() returns trigger language plpgsql as $$
    begin delete from accounts where sub = new.sub; return new; end $$`);
  await rows(
    sql`create trigger in_between before insert on calendar_links for each row execute function delete_in_between()`,
  );
  const answer = await site.fetch("/api/profile/calendar", { method: "POST", as: token });
  await rows(sql`drop trigger in_between on calendar_links`);
  expect([answer.status, await answer.json()]).toEqual([
    409,
    { error: "conflict", message: expect.stringContaining("was deleted just now") },
  ]);
  expect(await rows(sql`select from calendar_links where sub = ${sub}`)).toEqual([]);
});

test("[SAFE-14] organizers are told which events to come lost their host, without who it was", async () => {
  const { token, userId } = await site.signedIn({
    email: "hera.host@example.com",
    groups: ["Admins"],
    user: { firstName: "Hera", lastName: "Hostwell" },
  });
  await site.signedIn({ email: "organizer@example.com", groups: ["Admins"] });
  const hosting = { host: "Hera Hostwell", hostUserId: userId };
  const ahead = await site.addEvent(makeEvent({ day: "2026-12-05", title: "Bonfire Ahead", ...hosting }));
  await site.addEvent(makeEvent({ day: "2026-11-02", title: "Long Over", ...hosting }));
  await site.addEvent(makeEvent({ day: "2026-12-06", title: "Called Off", status: "cancelled", ...hosting }));
  expect((await remove(token)).status).toBe(200);
  const mails = (await site.mails()).filter(({ subject }) => subject === "Bonfire Ahead has no host anymore");
  expect(mails.map(({ to }) => to)).toEqual(["organizer@example.com"]);
  expect(mails[0]?.raw).toContain(ahead.id);
  for (const word of ["Hera", "Long Over", "Called Off"]) expect(mails[0]?.raw).not.toContain(word);
  expect(await tablesWith("hera.host@example.com")).toEqual([]);
});
