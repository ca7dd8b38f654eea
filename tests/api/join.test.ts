import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeEach, beforeAll, expect, test } from "vitest";
import { joinSubmissions } from "#src/db/tables/join-submissions.ts";
import { mailOutbox } from "#src/db/tables/mail.ts";
import { users } from "#src/db/tables/users.ts";
import { keepRetention } from "#src/features/privacy/jobs.server.ts";
import { joinForm } from "#tests/support/join-form.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
});
beforeEach(async () => {
  await site.app.db.execute(sql`truncate users, join_submissions cascade`);
});
afterAll(() => site.close());

const everyone = () => site.app.db.select().from(users);
const submissions = () => site.app.db.select().from(joinSubmissions);

async function join(answers: Record<string, unknown> = {}): Promise<Response> {
  return site.post("/api/join", joinForm(answers));
}

test("[JOIN-17, JOIN-12] a completed submission makes one person with every answer", async () => {
  const answer = await join({
    email: "Ana.Ruiz@Example.com ",
    phone: "904-555-0142",
    reInterestedInEvents: "volleyball, dance,  beach cleanups",
    selectedEvents: [
      { title: "Dune Fire", date: "November 25, 2026", time: "6:00 PM", socialEventId: "2026-11-25-dune-fire" },
    ],
    message: "See you on the sand",
  });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ success: true, complete: true });
  const [person, ...others] = await everyone();
  expect(others).toEqual([]);
  expect(person).toMatchObject({
    firstName: "Ana",
    lastName: "Ruiz",
    email: "ana.ruiz@example.com",
    phone: "9045550142",
    zsex: "female",
    shirtsize: "S",
    reInterestedInEvents: ["volleyball", "dance", "beach cleanups"],
    selectedEvents: ["2026-11-25-dune-fire"],
    zmessage: "See you on the sand",
    socials: "instagram: anaruiz",
    referredBy: "a friend",
    status: "applied",
    role: "user",
  });
  expect(person?.dateAdded.getTime()).toBeGreaterThanOrEqual(new Date("2026-11-21T15:00:00Z").getTime());
  expect(await submissions()).toMatchObject([{ userId: person?.userId, completedAt: expect.any(Date) }]);
});

test("[JOIN-03] drafts of one run are one row; the last one counts, and no person is made of them", async () => {
  const submissionId = randomUUID();
  for (const draft of [
    { phone: "9045550142" },
    { phone: "9045550142", firstName: "Ana" },
    { phone: "9045550143", firstName: "Anna" },
  ]) {
    const answer = await site.post("/api/join", { submissionId, complete: false, ...draft });
    expect([answer.status, await answer.json()]).toEqual([200, { success: true, complete: false }]);
  }
  expect(await submissions()).toMatchObject([
    { submissionId, completedAt: null, data: { phone: "9045550143", firstName: "Anna" } },
  ]);
  expect(await everyone()).toEqual([]);
});

test("[JOIN-03] a draft may be half-typed: an address without its end is no reason to refuse it", async () => {
  const answer = await site.post("/api/join", {
    submissionId: randomUUID(),
    complete: false,
    email: "ana@",
    phone: "9",
  });
  expect(answer.status).toBe(200);
});

test("[JOIN-03] a draft that comes after the end changes nothing", async () => {
  const form = joinForm();
  await site.post("/api/join", form);
  await site.post("/api/join", { submissionId: form["submissionId"], complete: false, firstName: "Late" });
  expect(await everyone()).toMatchObject([{ firstName: "Ana" }]);
  expect(await submissions()).toMatchObject([{ completedAt: expect.any(Date), data: { firstName: "Ana" } }]);
});

test("[JOIN-03, JOIN-17] 200 final posts of one submission at once make one person", async () => {
  const form = joinForm();
  const answers = await Promise.all(Array.from({ length: 200 }, () => site.post("/api/join", form)));
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  expect(await everyone()).toHaveLength(1);
  expect(await submissions()).toHaveLength(1);
});

test("[JOIN-17] 1,000 different people at once are 1,000 people", async () => {
  const forms = Array.from({ length: 1000 }, (_, index) =>
    joinForm({ email: `p${index}@example.com`, phone: `904${String(5_000_000 + index)}` }),
  );
  const answers = await Promise.all(forms.map((form) => site.post("/api/join", form)));
  expect(answers.every((answer) => answer.status === 200)).toBe(true);
  const emails = (await everyone()).map((person) => person.email);
  expect(new Set(emails)).toEqual(new Set(forms.map((form) => form["email"])));
  expect(emails).toHaveLength(1000);
});

test("[JOIN-17] the same address and phone in 50 runs at once is one applicant", async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => join({ message: `run ${index}` })));
  expect(answers.every((answer) => answer.status === 200)).toBe(true);
  expect(await everyone()).toHaveLength(1);
  expect(await submissions()).toHaveLength(50);
});

test("[JOIN-17] crossed addresses and phones at once never wait for one another for ever", async () => {
  const pairs = Array.from({ length: 40 }, (_, index) =>
    join({ email: `p${index % 4}@example.com`, phone: `904555000${(index * 3) % 7}` }),
  );
  for (const answer of await Promise.all(pairs)) expect(answer.status).toBe(200);
  // One for each address with a phone.
  expect(await everyone()).toHaveLength(28);
});

test("[JOIN-17] who applies again with the same address and phone updates their answers; lists only grow", async () => {
  await join({ reInterestedInEvents: "volleyball", shirtsize: "S", message: "first" });
  await join({ reInterestedInEvents: "dance", shirtsize: "L", message: "default", email: " Ana.Ruiz@example.com" });
  const [person, ...others] = await everyone();
  expect(others).toEqual([]);
  expect(person).toMatchObject({
    shirtsize: "L",
    zmessage: "first",
    reInterestedInEvents: ["volleyball", "dance"],
  });
});

test("[JOIN-17] an address or a phone alone is another person, and changes nobody", async () => {
  await join();
  const [first] = await everyone();
  await join({ email: "new@example.com", firstName: "Anna" });
  await join({ phone: "9045559999", firstName: "Anne" });
  const people = await everyone();
  expect(people.find(({ userId }) => userId === first?.userId)).toEqual(first);
  expect(people.map(({ firstName }) => firstName).toSorted()).toEqual(["Ana", "Anna", "Anne"]);
});

test("[JOIN-17] a run that is sent again updates the person that it made, address and phone too", async () => {
  const form = joinForm();
  await site.post("/api/join", form);
  await site.post("/api/join", { ...form, email: "ana@example.com", phone: "9045550143", shirtsize: "L" });
  expect(await everyone()).toMatchObject([{ email: "ana@example.com", phone: "9045550143", shirtsize: "L" }]);
  expect(await submissions()).toMatchObject([{ data: { email: "ana@example.com" } }]);
  const mails = await site.app.db.select().from(mailOutbox);
  expect(mails.filter(({ key }) => key.endsWith(String(form["submissionId"])))).toHaveLength(1);
});

test("[JOIN-17] a run that is sent again changes nobody whom the group has come to know", async () => {
  const form = joinForm();
  await site.post("/api/join", form);
  await site.app.db.update(users).set({ status: "approved" });
  const [known] = await everyone();
  await site.post("/api/join", { ...form, shirtsize: "XXL", message: "changed" });
  const people = await everyone();
  expect(people.find(({ userId }) => userId === known?.userId)).toEqual(known);
  expect(people).toHaveLength(2);
});

test("[JOIN-17] who knows an applicant's address and phone cannot go on to change the address", async () => {
  await join();
  const [victim] = await everyone();
  const form = joinForm({ message: "me too" });
  await site.post("/api/join", form);
  await site.post("/api/join", { ...form, email: "thief@example.com" });
  const people = await everyone();
  const mine = people.find(({ userId }) => userId === victim?.userId);
  expect(mine).toMatchObject({ email: "ana.ruiz@example.com", zmessage: "me too" });
  expect(people.filter(({ email }) => email === "thief@example.com")).toHaveLength(1);
});

test("[JOIN-17] role and status cannot be sent along", async () => {
  await join({ role: "admin", status: "approved", userId: "1" });
  expect(await everyone()).toMatchObject([{ role: "user", status: "applied" }]);
});

test("[JOIN-09] each missing or wrong field is named, and nothing is written", async () => {
  const wrong: readonly [field: string, value: unknown, says: string][] = [
    ["email", "", "Email is required."],
    ["email", "ana@", "Please enter a valid email address."],
    ["email", `${"a".repeat(96)}@b.co`, "At most 100 characters."],
    ["firstName", "   ", "First name is required."],
    ["lastName", undefined, "Last name is required."],
    ["firstName", "x".repeat(101), "At most 100 characters."],
    ["phone", "", "Phone number is required."],
    ["phone", "123", "A phone number has 7 to 15 digits."],
    ["zsex", "neither", "Choose male or female."],
    ["zsex", undefined, "Choose male or female."],
    ["shirtsize", "XXXXXXL", "Choose one of the sizes."],
    ["message", "x".repeat(1001), "At most 1000 characters."],
    ["instagram", "x".repeat(101), "At most 100 characters."],
    ["veryInterestedInEvents", "x".repeat(1001), "At most 1000 characters."],
    ["formType", "x".repeat(101), "At most 100 characters."],
    [
      "selectedEvents",
      Array.from({ length: 9 }, () => ({ title: "", date: "", time: "", socialEventId: "x" })),
      "At most 8 events.",
    ],
    ["submissionId", "not-a-uuid", "A submission needs an id (a UUID)."],
  ];
  for (const [field, value, says] of wrong) {
    const answer = await join({ [field]: value });
    expect([field, answer.status]).toEqual([field, 422]);
    const { error, message, fields } = (await answer.json()) as {
      error: string;
      message: string;
      fields: Record<string, string>;
    };
    expect([error, message, fields[field]]).toEqual(["invalid", "All fields are required unless specified", says]);
  }
  expect(await submissions()).toEqual([]);
  expect(await everyone()).toEqual([]);
});

test("[JOIN-09] optional answers may be left out", async () => {
  const {
    shirtsize: _s,
    message: _m,
    referredBy: _r,
    socials: _o,
    reInterestedInEvents: _i,
    selectedEvents: _e,
    photo: _p,
    ...least
  } = joinForm();
  expect((await site.post("/api/join", least)).status).toBe(200);
  expect(await everyone()).toHaveLength(1);
});

test("a submission whose person cannot be written leaves no trace at all", async () => {
  await site.app.db.execute(sql`alter table users add constraint no_ana check (first_name <> 'Ana')`);
  try {
    const answer = await join();
    expect(answer.status).toBe(500);
    expect(await answer.json()).toMatchObject({
      error: "internal",
      message: expect.stringContaining("No partial changes were saved"),
    });
    expect(await submissions()).toEqual([]);
  } finally {
    await site.app.db.execute(sql`alter table users drop constraint no_ana`);
  }
  expect((await join()).status).toBe(200);
});

test("[JOIN-03] a draft that nobody finished is forgotten after 30 days, a finished one never", async () => {
  await join();
  await site.post("/api/join", { submissionId: randomUUID(), complete: false, firstName: "Old" });
  await site.app.db.execute(sql`update join_submissions set updated_at = updated_at - interval '31 days'`);
  await site.post("/api/join", { submissionId: randomUUID(), complete: false, firstName: "Fresh" });
  expect(await keepRetention(site.app)).toBe(1);
  const left = (await submissions()).map((row) => (row.data as { firstName: string }).firstName);
  expect(left.toSorted()).toEqual(["Ana", "Fresh"]);
});

test("[JOIN-03] unfinished forms of one network end at sixty an hour; a run that has begun and a whole form still arrive", async () => {
  const strict = await startTestSite();
  const draft = (submissionId: string) =>
    strict.post("/api/join", { submissionId, complete: false, phone: "9045550142" });
  const runs = Array.from({ length: 61 }, () => crypto.randomUUID());
  const statuses = [];
  for (const run of runs) statuses.push((await draft(run)).status);
  expect(statuses).toEqual([...Array(60).fill(200), 429]);
  expect((await draft(runs[0] ?? "")).status).toBe(200);
  expect((await strict.post("/api/join", joinForm({ email: "whole@example.com" }))).status).toBe(200);
  await strict.close();
});
