import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rowsOf } from "#tests/support/payments.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";
import { sql } from "drizzle-orm";

let site: TestSite;
let admin: Awaited<ReturnType<TestSite["signedIn"]>>;
beforeAll(async () => {
  site = await startTestSite();
  admin = await site.signedIn({ groups: ["Admins"], email: "treasurer@example.com" });
});
afterAll(() => site.close());

const BOOKS = "/api/admin/memberships";

async function paidCash(name: string, more: Record<string, string> = {}) {
  const payer = await site.signedIn({ email: `${name}@example.com` });
  const body = { requestId: randomUUID(), method: "cash", amountCents: 2000, paidOn: "2026-11-20", ...more };
  const made = await site.post(BOOKS, { ...body, userId: payer.userId }, admin.token);
  expect(made.status).toBe(200);
  const [row] = await rowsOf(site, sql`select id from payments where user_id = ${payer.userId}`);
  return {
    email: payer.email,
    correct: (given: object) => site.post(`${BOOKS}/payments/${String(row?.["id"])}/correct`, given, admin.token),
  };
}

const mailsTo = async (address: string) => (await site.mails()).filter(({ to }) => to === address);

test("[PAY-07, DESK-06] a payment that is taken back is told to its payer, once, with the reason", async () => {
  const { email, correct } = await paidCash("taken", { memberFrom: "2026-11-20", memberUntil: "2026-12-19" });
  const note = "Written down for the wrong person";
  const statuses = (await Promise.all([correct({ note }), correct({ note })])).map(({ status }) => status);
  expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 409]);
  const told = (await mailsTo(email)).filter(({ subject }) => subject.startsWith("Correction"));
  expect(told.map(({ subject }) => subject)).toEqual(["Correction: your payment of $20.00 for Jax Beach"]);
  for (const words of [
    "An organizer took this payment back: it no longer counts, and the membership that it bought has ended.",
    "November 21, 2026",
    note,
  ])
    expect(told[0]?.text).toContain(words);
});

test("[PAY-08, DESK-06] a part that is given back is told as that part, and no membership is said to end", async () => {
  const { email, correct } = await paidCash("part");
  expect((await correct({ note: "Rained off", amountCents: 550 })).status).toBe(200);
  const told = (await mailsTo(email)).find(({ subject }) => !subject.startsWith("Thank you"));
  expect(told?.subject).toBe("Refund: $5.50 from Jax Beach");
  expect(told?.text).toContain("This much of your payment was given back. Your membership stays as it is.");
  expect(told?.text).toContain("Rained off");
});
