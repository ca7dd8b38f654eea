import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { endMemberships } from "#src/features/membership/jobs.server.ts";
import { passTime } from "#tests/support/identity.ts";
import { firstMonth, paidBy, rowsOf, SECRET, sendEach, membershipOf, unix } from "#tests/support/payments.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let admin: Awaited<ReturnType<TestSite["signedIn"]>>;
let made = 0;
beforeAll(async () => {
  site = await startTestSite({ STRIPE_WEBHOOK_SECRET: SECRET, RATE_LIMIT_FACTOR: "1000" });
  admin = await site.signedIn({ groups: ["Admins"], email: "boss@example.com" });
});
afterAll(() => site.close());

const BOOKS = "/api/admin/memberships";
// Now is 10 in the morning of November 21.
const START = unix("2026-11-10T15:00:00Z");

async function newcomer() {
  made += 1;
  const name = `person${made}`;
  return { name, ...(await site.signedIn({ email: `${name}@example.com` })) };
}

type Answer = Record<string, unknown> & { message: string; fields?: Record<string, string> };
async function post(path: string, body: unknown) {
  const answer = await site.post(path, body, admin.token);
  return { status: answer.status, body: (await answer.json()) as Answer };
}
async function read(path: string) {
  const answer = await site.fetch(path, { as: admin.token });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Record<string, unknown> & { payments: Record<string, unknown>[] };
}

const CASH = {
  method: "cash",
  amountCents: 2000,
  paidOn: "2026-11-20",
  memberFrom: "2026-11-20",
  memberUntil: "2026-12-19",
  note: "At the bonfire",
};
const record = (userId: string, more: Record<string, unknown> = {}) =>
  post(BOOKS, { requestId: randomUUID(), userId, ...CASH, ...more });
const rows = (statement: ReturnType<typeof sql>) => rowsOf(site, statement);

describe("a payment by hand", () => {
  test("[PAY-07, PAY-08] makes a member for its days, is thanked for, and stands in the log", async () => {
    const { userId, token, email } = await newcomer();
    expect((await record(userId)).body).toEqual({ success: true, message: "The payment is recorded." });
    expect(await membershipOf(site, token)).toEqual({
      state: "ending",
      day: "2026-12-19",
      groups: ["Members"],
      role: "member",
    });
    const own = (await (await site.fetch("/api/membership", { as: token })).json()) as { payments: unknown[] };
    expect(own.payments).toMatchObject([
      { day: "2026-11-20", what: "Cash", amount: "$20.00", amountCents: 2000, note: "At the bonfire" },
    ]);
    expect((await site.mails()).filter(({ to }) => to === email).map(({ subject }) => subject)).toEqual([
      "Thank you: $20.00 for Jax Beach",
    ]);
    const log = await rows(
      sql`select action, actor_email as actor, after from audit_log where ${userId} = any(subject_ids)`,
    );
    expect(log).toMatchObject([
      { action: "payment_recorded", actor: "boss@example.com", after: { amountCents: 2000, method: "cash" } },
    ]);
  });

  test("[PAY-07] ends on its day by itself; the job closes it and tells the person, once", async () => {
    const { userId, token, email } = await newcomer();
    await record(userId, { memberUntil: "2026-11-21" });
    expect(await membershipOf(site, token)).toMatchObject({ role: "member" });
    onTestFinished(() => void vi.useRealTimers());
    passTime(15 * 60);
    const late = await site.signedIn({ email });
    expect(await membershipOf(site, late.token)).toMatchObject({ state: "ended", groups: [], role: "user" });
    expect(await endMemberships(site.app)).toBe(1);
    expect(await endMemberships(site.app)).toBe(0);
    const told = (await site.mails()).filter(({ to, subject }) => to === email && subject.includes("has ended"));
    expect(told).toHaveLength(1);
  });

  test("[PAY-08] sent twice, or many times at once, it is one payment", async () => {
    const { userId } = await newcomer();
    const body = { requestId: randomUUID(), userId, ...CASH };
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(BOOKS, body)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await paidBy(site, userId)).toHaveLength(1);
    expect(await rows(sql`select 1 from memberships where user_id = ${userId}`)).toHaveLength(1);
    // With other content it is another payment, which must not be lost in silence.
    const other = await post(BOOKS, { ...body, amountCents: 999 });
    expect([other.status, other.body.message]).toEqual([409, expect.stringContaining("already recorded")]);
    expect(await paidBy(site, userId)).toHaveLength(1);
  });

  test("[PAY-08] [ADMIN-09] only the payer is a member then, in the lists too", async () => {
    const [payer, other] = [await newcomer(), await newcomer()];
    await record(payer.userId);
    const roleOf = async (email: string) => {
      const { users } = (await read(`/api/pending-join-requests/users?search=${email}`)) as unknown as {
        users: { role: string }[];
      };
      return users.map(({ role }) => role);
    };
    expect([await roleOf(payer.email), await roleOf(other.email)]).toEqual([["member"], ["user"]]);
  });

  test("[PAY-08] what cannot be is refused in words, and nothing is written", async () => {
    const { userId } = await newcomer();
    const cases: [Record<string, unknown>, string][] = [
      [{ amountCents: 0 }, "amountCents"],
      [{ amountCents: -500 }, "amountCents"],
      [{ amountCents: 19.99 }, "amountCents"],
      [{ amountCents: null }, "amountCents"],
      [{ amountCents: -1 }, "amountCents"],
      [{ amountCents: 0.001 }, "amountCents"],
      [{ amountCents: "20,00" }, "amountCents"],
      [{ amountCents: 1_000_001 }, "amountCents"],
      [{ memberUntil: "2999-12-31" }, "memberUntil"],
      [{ memberFrom: "18:00" }, "memberFrom"],
      [{ method: "card" }, "method"],
      [{ paidOn: "2026-02-30" }, "paidOn"],
      [{ memberUntil: undefined }, "memberUntil"],
      [{ memberFrom: "2026-12-20" }, "memberUntil"],
      [{ userId: " " }, "userId"],
    ];
    for (const [wrong, field] of cases) {
      const { status, body } = await record(userId, wrong);
      expect([status, Object.keys(body.fields ?? {})], JSON.stringify(wrong)).toEqual([422, [field]]);
    }
    expect((await record("nobody")).status).toBe(404);
    expect(await paidBy(site, userId)).toEqual([]);
  });

  test("[PAY-07, DESK-06] a renewal neither overlaps a paid period nor loses a day, and is not paid tomorrow", async () => {
    const { userId, token } = await newcomer();
    await record(userId);
    const again = await record(userId, { memberFrom: "2026-12-10", memberUntil: "2027-01-09" });
    expect([again.status, again.body.message]).toEqual([
      409,
      "They are a member until December 19, 2026 already. Start on December 20, 2026, so that no paid day is lost.",
    ]);
    const early = await record(userId, { paidOn: "2026-11-22" });
    expect([early.status, Object.keys(early.body.fields ?? {})]).toEqual([422, ["paidOn"]]);
    expect(await paidBy(site, userId)).toHaveLength(1);
    expect((await record(userId, { memberFrom: "2026-12-20", memberUntil: "2027-01-19" })).status).toBe(200);
    expect(await membershipOf(site, token)).toMatchObject({ state: "ending", day: "2027-01-19", role: "member" });
  });

  test("[PAY-07, DESK-06] a membership starts at once, or right after the paid days, and not after a gap", async () => {
    const { userId, token } = await newcomer();
    const inFuture = "A membership can’t start in the future. Start on November 21, 2026, or earlier.";
    const tomorrow = await record(userId, { memberFrom: "2026-11-22" });
    expect([tomorrow.status, tomorrow.body.fields]).toEqual([422, { memberFrom: inFuture }]);
    expect(await membershipOf(site, token)).toMatchObject({ state: "none", role: "user" });
    await record(userId, { memberFrom: "2026-11-21" });
    const apart = await record(userId, { memberFrom: "2026-12-21", memberUntil: "2027-01-19" });
    const gap = "They are a member until December 19, 2026. Start on December 20, 2026, so that there is no gap.";
    expect([apart.status, apart.body.fields]).toEqual([422, { memberFrom: gap }]);
    expect(await paidBy(site, userId)).toHaveLength(1);
  });

  test("[PAY-08, DESK-06] a part is given back once, and the membership stays", async () => {
    const { userId, token } = await newcomer();
    await record(userId);
    const [{ id } = { id: "" }] = (await read(`${BOOKS}?userId=${userId}`)).payments;
    const refund = (amountCents: number) =>
      post(`${BOOKS}/payments/${String(id)}/correct`, { note: "Rained off", amountCents });
    expect((await refund(2001)).body.fields).toEqual({ amountCents: "You can’t give back more than was paid." });
    expect((await refund(500)).body.message).toBe("The refund is recorded. The membership stays.");
    expect((await refund(500)).status).toBe(409);
    expect(await paidBy(site, userId)).toMatchObject([{ cents: 2000 }, { cents: -500 }]);
    const { payments } = await read(`${BOOKS}?userId=${userId}`);
    expect(payments).toMatchObject([{ givenBack: null }, { givenBack: "$5.00", canCorrect: false }]);
    expect(await membershipOf(site, token)).toMatchObject({ state: "ending", role: "member" });
  });

  test("[PAY-07, PAY-08] put right by an entry of the opposite amount, once; the membership ends", async () => {
    const { userId, token } = await newcomer();
    await record(userId);
    const [{ id } = { id: "" }] = (await read(`${BOOKS}?userId=${userId}`)).payments;
    const correct = () => post(`${BOOKS}/payments/${String(id)}/correct`, { note: "Written down twice" });
    expect((await post(`${BOOKS}/payments/${String(id)}/correct`, { note: " " })).status).toBe(422);
    const answers = await Promise.all([correct(), correct(), correct()]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409]);
    expect(await paidBy(site, userId)).toMatchObject([{ cents: 2000 }, { cents: -2000 }]);
    expect(await membershipOf(site, token)).toMatchObject({ state: "ended", role: "user" });
    const { payments } = await read(`${BOOKS}?userId=${userId}`);
    expect(payments).toMatchObject([
      { what: "Correction, Cash", amount: "-$20.00", canCorrect: false },
      { what: "Cash", givenBack: "$20.00", canCorrect: false },
    ]);
  });

  test("[PAY-08] the books themselves cannot be changed or lose an entry", async () => {
    const { userId } = await newcomer();
    await record(userId);
    for (const statement of [
      sql`update payments set amount_cents = 1 where user_id = ${userId}`,
      sql`update payments set paid_at = now() where user_id = ${userId}`,
      sql`delete from payments where user_id = ${userId}`,
    ])
      await expect(rows(statement)).rejects.toMatchObject({
        cause: { message: expect.stringContaining("payments are never") },
      });
    expect(await paidBy(site, userId)).toMatchObject([{ cents: 2000 }]);
  });
});

describe("a payment that nobody was found for", () => {
  test("[PAY-07] waits for an organizer, who says whose it is: then it counts, and what follows goes along", async () => {
    const { userId, token } = await newcomer();
    const name = `stranger${made}`;
    const [created, ...rest] = firstMonth({ name, reference: null, email: `${name}@elsewhere.example`, start: START });
    await sendEach(site, rest);
    const { payments, unmatched } = await read(`${BOOKS}/payments?unmatched=1`);
    expect(unmatched).toBe(1);
    expect(payments).toMatchObject([
      { person: null, payerEmail: `${name}@elsewhere.example`, isUnmatched: true, amount: "$20.00" },
    ]);
    const assign = (to: string) => post(`${BOOKS}/payments/${String(payments[0]?.["id"])}/assign`, { userId: to });
    expect((await assign("nobody")).status).toBe(404);
    expect((await assign(userId)).body.message).toBe("The payment is assigned.");
    expect((await assign(userId)).status).toBe(200);
    expect((await assign(admin.userId)).status).toBe(409);
    await sendEach(site, created ? [created] : []);
    expect(await membershipOf(site, token)).toMatchObject({ state: "active", role: "member" });
    expect(await paidBy(site, userId)).toHaveLength(1);
    expect(await read(`${BOOKS}/payments?unmatched=1`)).toMatchObject({ payments: [], unmatched: 0 });
  });

  test("[PAY-07] is not corrected where a card was charged: that is the provider's", async () => {
    const { name, userId, email } = await newcomer();
    await sendEach(site, firstMonth({ name, reference: userId, email, start: START }));
    const [paid] = (await read(`${BOOKS}?userId=${userId}`)).payments;
    expect(paid).toMatchObject({ canCorrect: false });
    expect((await post(`${BOOKS}/payments/${String(paid?.["id"])}/correct`, { note: "x" })).status).toBe(409);
  });
});

test("[PAY-08] the books are read a page at a time, each entry once, and by day", async () => {
  const { userId } = await newcomer();
  for (let index = 0; index < 55; index += 1)
    await record(userId, {
      amountCents: index + 1,
      paidOn: "2026-10-01",
      memberFrom: undefined,
      memberUntil: undefined,
    });
  const seen: unknown[] = [];
  let after: unknown = "";
  do {
    const page = await read(`${BOOKS}/payments?day=2026-10-01&after=${String(after)}`.replace(/&after=$/, ""));
    expect(page.payments.length).toBeLessThanOrEqual(50);
    seen.push(...page.payments.map(({ amountCents }) => amountCents));
    after = page["next"];
  } while (after !== null);
  expect(seen).toEqual(Array.from({ length: 55 }, (_, index) => 55 - index));
  const bad = await site.fetch(`${BOOKS}/payments?after=nonsense`, { as: admin.token });
  expect(bad.status).toBe(400);
});

test("[DASH-05] what one paid is in one's data; a deleted account leaves the amount and not the person", async () => {
  const { name, userId, email, token } = await newcomer();
  const events = firstMonth({ name, reference: userId, email, start: START });
  await sendEach(site, events);
  const data = (await (await site.fetch("/api/profile/export", { as: token })).json()) as Record<string, unknown>;
  expect(data).toMatchObject({
    payments: [{ amountCents: 2000, method: "card", payerEmail: email }],
    memberships: [{ provider: "stripe", status: "active" }],
  });
  const gone = await site.fetch("/api/profile", {
    method: "DELETE",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ confirm: "DELETE" }),
    as: token,
  });
  expect(gone.status).toBe(200);
  // The provider repeats events when it is not sure that they arrived.
  await sendEach(site, events);
  expect(
    await rows(
      sql`select user_id, payer_email, amount_cents as cents from payments where provider_ref = ${`in_${name}_1`}`,
    ),
  ).toEqual([{ user_id: null, payer_email: "", cents: 2000 }]);
  for (const table of ["payments", "memberships"])
    expect(await rows(sql`select 1 from ${sql.identifier(table)} t where t::text like ${`%${email}%`}`)).toEqual([]);
});
