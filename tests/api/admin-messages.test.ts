import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { auditLog } from "#src/db/tables/admin.ts";
import { formSubmissions } from "#src/db/tables/form-submissions.ts";
import type { DoneAnswer, MessagePage } from "#src/features/inbox/schema/messages.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

const MESSAGES = "/api/admin/messages";

let site: TestSite;
let admin: string;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
  admin = await site.tokenFor(["Admins"]);
});
afterAll(() => site.close());
afterEach(async () => {
  await site.app.db.execute(sql`truncate form_submissions, report_notes, audit_log`);
});

async function read(query = ""): Promise<MessagePage> {
  const answer = await site.fetch(`${MESSAGES}${query}`, { as: admin });
  expect([query, answer.status]).toEqual([query, 200]);
  return (await answer.json()) as MessagePage;
}
async function mark(id: string, done: boolean) {
  const headers = { "content-type": "application/json" };
  const answer = await site.fetch(`${MESSAGES}/${id}/done`, {
    method: "PUT",
    body: JSON.stringify({ done }),
    headers,
    as: admin,
  });
  return { status: answer.status, body: (await answer.json()) as DoneAnswer };
}

test("[ADMIN-12] what came by any form is a list, by kind and by what is still to do; it is marked once and opened again", async () => {
  const form = { email: "kim@example.com", firstName: "Kim", lastName: "Lee", sex: "female", phone: "blank" };
  await site.post("/api/support", { ...form, message: "Help <b>me</b>", formType: "support" });
  await site.post("/api/form-submission", { ...form, message: "Two of us", formType: "holidaySignup" });
  const { messages, kinds, open, next } = await read();
  expect([kinds, open, next]).toEqual([["holidaySignup", "support"], 2, null]);
  expect(messages.map(({ kind, name, phone, message }) => [kind, name, phone, message])).toEqual([
    ["holidaySignup", "Kim Lee", "", "Two of us"],
    ["support", "Kim Lee", "", "Help <b>me</b>"],
  ]);
  const id = (await read("?kind=support")).messages[0]?.id ?? "";
  const answers = await Promise.all([mark(id, true), mark(id, true), mark(id, true)]);
  expect(new Set(answers.map(({ body }) => JSON.stringify(body)))).toHaveLength(1);
  expect(answers[0]?.body.entry).toMatchObject({ id, doneBy: "admins@example.com" });
  expect((await read("?state=open")).messages.map(({ kind }) => kind)).toEqual(["holidaySignup"]);
  expect((await read("?state=done&kind=support")).open).toBe(1);
  expect((await mark(id, false)).body.entry).toMatchObject({ doneAt: null, doneBy: null });
  const log = await site.app.db.select().from(auditLog).orderBy(auditLog.id);
  expect(log.map(({ action, subjectIds }) => [action, subjectIds])).toEqual([
    ["message_done", [id]],
    ["message_reopened", [id]],
  ]);
});

test("[ADMIN-12] the list goes on page after page; what makes no sense is refused", async () => {
  const row = (n: number) => ({
    id: `m-${String(n).padStart(3, "0")}`,
    formType: `form${n % 3}`,
    email: "a@example.com",
    data: {},
    createdAt: site.app.clock.now(),
  });
  await site.app.db.insert(formSubmissions).values(Array.from({ length: 120 }, (_, n) => row(n)));
  const seen: string[] = [];
  let next: string | null = "";
  while (next !== null) {
    const page: MessagePage = await read(next && `?after=${next}`);
    expect(page.kinds).toEqual(["form0", "form1", "form2"]);
    seen.push(...page.messages.map(({ id }) => id));
    next = page.next;
  }
  expect(seen).toEqual(Array.from({ length: 120 }, (_, n) => row(119 - n).id));
  expect((await site.fetch(`${MESSAGES}?after=x`, { as: admin })).status).toBe(400);
  expect((await site.fetch(`${MESSAGES}?state=lost`, { as: admin })).status).toBe(422);
  expect((await mark("m-001", "yes" as never)).status).toBe(422);
  expect((await mark("nobody", true)).status).toBe(404);
});
