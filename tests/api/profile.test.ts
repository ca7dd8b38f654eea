import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent, type makeUser } from "#seeds/factories.ts";
import { chatMembers, chatMessages, chats } from "#src/db/tables/chats.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { formSubmissions } from "#src/db/tables/form-submissions.ts";
import { mailOutbox } from "#src/db/tables/mail.ts";
import { notices } from "#src/db/tables/notices.ts";
import { eventRsvps } from "#src/db/tables/rsvps.ts";
import { users } from "#src/db/tables/users.ts";
import type { Profile, ProfileExport } from "#src/features/profile/schema.ts";
import { joinForm } from "#tests/support/join-form.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

const WANTED = { rsvps: true, eventChanges: true, hostMessages: true, newGuests: true };
const MAILS = { ...WANTED, reminders: true, unsubscribed: false };

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
});
afterAll(() => site.close());

const SET_ONCE = "cannot be changed after initial setup";

async function profileOf(token: string): Promise<Profile> {
  const answer = await site.fetch("/api/profile", { as: token });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Profile;
}

function patch(token: string, change: unknown): Promise<Response> {
  return site.fetch("/api/profile", {
    method: "PATCH",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(change),
    as: token,
  });
}

async function refusalOf(answer: Response): Promise<{ status: number; fields?: Record<string, string> }> {
  const { fields } = (await answer.json()) as { fields?: Record<string, string> };
  return { status: answer.status, ...(fields && { fields }) };
}

const NEWCOMER = { phone: "", zsex: "", shirtsize: "" } as const;

test("[DASH-05] the profile has every field of the session profile, and is nobody else's", async () => {
  const { token, sub, userId } = await site.signedIn({
    email: "ana@example.com",
    user: { firstName: "Ana", lastName: "Ruiz", phone: "9045550142", zsex: "female", shirtsize: "S", age: 29 },
  });
  expect(await profileOf(token)).toEqual({
    sub,
    email: "ana@example.com",
    groups: [],
    role: "user",
    userId,
    firstName: "Ana",
    lastName: "Ruiz",
    name: "Ana Ruiz",
    phone: "9045550142",
    sex: "female",
    shirtSize: "S",
    age: 29,
    interestedEvents: ["volleyball"],
    referredBy: "a friend",
    socials: "",
    approved: true,
    joinDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) as string,
    chatAccess: "allowed",
    notifications: MAILS,
    notices: [],
  });
  expect((await site.fetch("/api/profile")).status).toBe(401);
  expect((await site.fetch("/api/profile/export")).status).toBe(401);
  expect((await patch("a.b.c", { firstName: "Eve" })).status).toBe(401);
});

test("[AUTH-05] the role is that of the account's groups", async () => {
  const role = async (groups: ("Admins" | "Members")[]) => (await profileOf(await site.tokenFor(groups))).role;
  expect([await role([]), await role(["Members"]), await role(["Members", "Admins"])]).toEqual([
    "user",
    "member",
    "admin",
  ]);
});

test("[DASH-03] who may read chats: members, admins, and women whose phone and sex are complete", async () => {
  const access = async (name: string, groups: ("Admins" | "Members")[], user: Parameters<typeof makeUser>[0]) =>
    (await profileOf((await site.signedIn({ email: `${name}@access.example.com`, groups, user: user ?? {} })).token))
      .chatAccess;
  expect(await access("member", ["Members"], { ...NEWCOMER })).toBe("allowed");
  expect(await access("admin", ["Admins"], { ...NEWCOMER })).toBe("allowed");
  expect(await access("woman", [], { zsex: "female" })).toBe("allowed");
  expect(await access("no-phone", [], { zsex: "female", phone: "" })).toBe("profile");
  expect(await access("no-sex", [], { zsex: "" })).toBe("profile");
  expect(await access("man", [], { zsex: "male" })).toBe("subscribe");
});

test("[DASH-05] names, age, interests, socials and notifications can be changed, one by one", async () => {
  const { token } = await site.signedIn({ email: "editor@example.com" });
  const before = await profileOf(token);
  const change = {
    firstName: "Bea",
    age: 33,
    interestedEvents: ["yoga", "yoga", "dance"],
    socials: "instagram: bea",
    notifications: { reminders: false },
  };
  const after = (await (await patch(token, change)).json()) as Profile;
  expect(after).toEqual({
    ...before,
    firstName: "Bea",
    name: `Bea ${before.lastName}`,
    age: 33,
    interestedEvents: ["yoga", "dance"],
    socials: "instagram: bea",
    notifications: { ...MAILS, reminders: false },
  });
  const again = await patch(token, { age: null, notifications: { unsubscribed: true } });
  expect(await again.json()).toMatchObject({
    age: null,
    firstName: "Bea",
    notifications: { reminders: false, rsvps: true, unsubscribed: true },
  });
  await patch(token, { notifications: { unsubscribed: false } });
  expect((await profileOf(token)).notifications).toMatchObject({ reminders: false, unsubscribed: false });
});

test("[DASH-05] what cannot be used is refused in words, and nothing of it is kept", async () => {
  const { token } = await site.signedIn({ email: "strict@example.com", user: NEWCOMER });
  const before = await profileOf(token);
  const cases: [unknown, string][] = [
    [{ firstName: "  " }, "firstName"],
    [{ firstName: "x".repeat(101) }, "firstName"],
    [{ phone: "123456" }, "phone"],
    [{ phone: "1234567890123456" }, "phone"],
    [{ phone: "" }, "phone"],
    [{ sex: "other" }, "sex"],
    [{ shirtSize: "XXXXL" }, "shirtSize"],
    [{ age: 12 }, "age"],
    [{ age: 121 }, "age"],
    [{ age: 30.5 }, "age"],
    [{ age: "30" }, "age"],
    [{ interestedEvents: "volleyball" }, "interestedEvents"],
    [{ notifications: { reminders: "no" } }, "notifications.reminders"],
    [{ email: "other@example.com" }, "email"],
  ];
  for (const [change, field] of cases) {
    const { status, fields } = await refusalOf(await patch(token, { lastName: "Kept?", ...(change as object) }));
    expect([status, Object.keys(fields ?? {})], JSON.stringify(change)).toEqual([422, [field]]);
  }
  expect(await profileOf(token)).toEqual(before);
});

test("[DASH-04] phone, sex and shirt size are set once; the server refuses another value and takes the same", async () => {
  const { token } = await site.signedIn({ email: "once@example.com", user: NEWCOMER });
  expect((await profileOf(token)).chatAccess).toBe("profile");
  const first = await patch(token, { phone: "(904) 555-0177", sex: "female", shirtSize: "3XL" });
  expect(await first.json()).toMatchObject({
    phone: "9045550177",
    sex: "female",
    shirtSize: "3XL",
    chatAccess: "allowed",
  });
  for (const [field, other] of Object.entries({ phone: "9045550178", sex: "male", shirtSize: "M" })) {
    const refusal = await refusalOf(await patch(token, { [field]: other, lastName: "Changed" }));
    expect(refusal).toEqual({ status: 422, fields: { [field]: SET_ONCE } });
  }
  expect((await patch(token, { phone: "904-555-0177", sex: "female", shirtSize: "3XL" })).status).toBe(200);
  expect(await profileOf(token)).toMatchObject({ phone: "9045550177", sex: "female", shirtSize: "3XL" });
  expect((await profileOf(token)).lastName).not.toBe("Changed");
});

test("[DASH-04] of two first settings at once, one wins and the other is refused", async () => {
  const { token } = await site.signedIn({ email: "race@example.com", user: NEWCOMER });
  const sizes = ["XS", "S", "M", "L", "XL", "XXL", "3XL"];
  const answers = await Promise.all(sizes.map((shirtSize) => patch(token, { shirtSize })));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 422, 422, 422, 422, 422, 422]);
  expect((await profileOf(token)).shirtSize).toBe(sizes[statuses.indexOf(200)]);
});

test("[DASH-05] notices are the person's own, newest first, and can be marked read", async () => {
  const { token, userId } = await site.signedIn({ email: "told@example.com" });
  const other = await site.signedIn({ email: "other@example.com" });
  const event = await site.addEvent(makeEvent({ day: "2026-11-28", title: "Told Of" }));
  const row = { eventId: event.id, kind: "event_changed" as const, createdAt: site.app.clock.now() };
  await site.app.db.insert(notices).values([
    { ...row, id: "1", userId },
    { ...row, id: "2", userId, kind: "event_published" },
    { ...row, id: "3", userId: other.userId },
  ]);
  const told = (await profileOf(token)).notices;
  expect(told.map(({ id, kind, eventTitle, isRead }) => [id, kind, eventTitle, isRead])).toEqual([
    ["2", "event_published", "Told Of", false],
    ["1", "event_changed", "Told Of", false],
  ]);
  const readTo = async (id: string) => (await (await patch(token, { noticesReadTo: id })).json()) as Profile;
  expect((await readTo("1")).notices.map(({ isRead }) => isRead)).toEqual([false, true]);
  expect((await readTo("2")).notices.map(({ isRead }) => isRead)).toEqual([true, true]);
  expect((await profileOf(other.token)).notices.map(({ isRead }) => isRead)).toEqual([false]);
});

test("[DASH-06] a notice of a change says what holds of the event now", async () => {
  const { token, userId } = await site.signedIn({ email: "changes@example.com" });
  const event = await site.addEvent(makeEvent({ day: "2026-11-28", startTime: "18:00:00", title: "To and fro" }));
  const words = async (now: Partial<typeof socialEvents.$inferInsert>) => {
    await site.app.db.update(socialEvents).set(now).where(eq(socialEvents.id, event.id));
    return (await profileOf(token)).notices.map((notice) => notice.words);
  };
  const row = { userId, eventId: event.id, kind: "event_changed" as const, createdAt: site.app.clock.now() };
  await site.app.db.insert(notices).values({ ...row, id: "c1" });
  const moved = "Something has changed. It’s on Saturday, November 28, 2026, 6:00 PM.";
  expect(await words({ status: "scheduled" })).toEqual([moved]);
  expect(await words({ status: "postponed" })).toEqual(["Postponed. The new date isn’t set yet."]);
  await site.app.db.insert(notices).values([
    { ...row, id: "c2", kind: "event_cancelled" },
    { ...row, id: "c3" },
  ]);
  expect(await words({ status: "scheduled" })).toEqual([
    "It’s back on: Saturday, November 28, 2026, 6:00 PM.",
    undefined,
    moved,
  ]);
});

test("[DASH-05] the export is a file with everything about the person, and nothing about anybody else", async () => {
  const email = "whole@example.com";
  const { token, userId } = await site.signedIn({ email, user: { firstName: "Whole", zmessage: "hello there" } });
  const stranger = await site.signedIn({ email: "stranger@example.com", user: { firstName: "Stranger" } });
  // A second record of the same person, which nobody merged yet.
  await site.addUser({ email, firstName: "Twice" });
  const event = await site.addEvent(makeEvent({ day: "2026-12-01", title: "Exported", hostUserId: userId }));
  const { db } = site.app;
  const at = site.app.clock.now();
  await db.insert(chats).values({ id: "c1", name: "Volleyball", createdAt: at, updatedAt: at });
  for (const [seq, who] of [userId, stranger.userId].entries()) {
    await db.insert(eventRsvps).values({ eventId: event.id, userId: who, answer: "going" });
    await db.insert(chatMembers).values({ chatId: "c1", memberId: who, userId: who, name: who, joinedAt: at });
    await db.insert(chatMessages).values({
      chatId: "c1",
      seq,
      id: `m${seq}`,
      authorId: who,
      userId: who,
      name: "N",
      text: `by ${who}`,
      createdAt: at,
    });
  }
  for (const address of [email, "stranger@example.com"]) {
    await db.insert(formSubmissions).values({
      id: address,
      formType: "holiday",
      email: address,
      data: { from: address },
      createdAt: at,
    });
    await db.insert(mailOutbox).values({
      id: address,
      key: address,
      kind: "reset_code",
      email: address,
      data: { code: "123456" },
      dueAt: at,
      createdAt: at,
    });
    await site.post("/api/join", joinForm({ email: address, phone: "9045559999", message: `join of ${address}` }));
  }
  const answer = await site.fetch("/api/profile/export", { as: token });
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="my-data.json"');
  const text = await answer.text();
  const data = JSON.parse(text) as ProfileExport;
  // A join form with the person's own address makes a person of its own, which is theirs too.
  expect(new Set(data.people.map(({ firstName }) => firstName))).toEqual(new Set(["Ana", "Twice", "Whole"]));
  expect(data.rsvps).toMatchObject([{ eventId: event.id, answer: "going" }]);
  expect(data.hostedEvents).toMatchObject([{ eventId: event.id, title: "Exported" }]);
  expect(data.chats).toMatchObject([{ chat: "Volleyball" }]);
  expect(data.chatMessages).toMatchObject([{ chat: "Volleyball", text: `by ${userId}` }]);
  expect(data.forms).toMatchObject([{ form: "holiday", answers: { from: email } }]);
  expect(data.joinForms).toMatchObject([{ isComplete: true, answers: { message: `join of ${email}` } }]);
  expect(data.mails.toSorted((a, b) => a.kind.localeCompare(b.kind))).toMatchObject([
    { kind: "join_received", status: "waiting" },
    { kind: "reset_code", status: "waiting" },
  ]);
  expect(text).not.toMatch(/stranger/i);
  expect(text).not.toContain(stranger.userId);
  // What a mail carried may be a key.
  expect(text).not.toContain("123456");
});

test("an account that is tied to nobody yet reads an empty profile and changes nothing", async () => {
  const { token, sub, userId } = await site.signedIn({ email: "loose@example.com" });
  await site.app.db.execute(sql`update accounts set user_id = null where sub = ${sub}`);
  expect(await profileOf(token)).toMatchObject({ userId: null, name: "", phone: "", chatAccess: "profile" });
  expect((await patch(token, { firstName: "X" })).status).toBe(403);
  expect((await site.app.db.select().from(users)).find((row) => row.userId === userId)?.firstName).toBe("Sam");
});
