import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type FakeCharge, type FakeStripe, startFakeStripe } from "#tests/fakes/stripe/fake-stripe.ts";
import {
  firstMonth,
  makeEvent,
  membershipOf,
  paidBy,
  rowsOf,
  SECRET,
  send,
  sendEach,
  unix,
} from "#tests/support/payments.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

// Refunds of card payments from the console, against a strict fake of the four calls of Stripe's API.

let stripe: FakeStripe;
let site: TestSite;
let admin: string;
let made = 0;
beforeAll(async () => {
  stripe = await startFakeStripe();
  const settings = { STRIPE_WEBHOOK_SECRET: SECRET, STRIPE_API_KEY: stripe.key, RATE_LIMIT_FACTOR: "1000" };
  site = await startTestSite(settings, { stripeUrl: stripe.url });
  admin = (await site.signedIn({ groups: ["Admins"], email: "boss@example.com" })).token;
});
afterEach(() => Object.assign(stripe, { trouble: "", losesAnswers: "", onRefund: async () => undefined }));
afterAll(async () => {
  await site.close();
  stripe.close();
});

const BOOKS = "/api/admin/memberships";
const START = unix("2026-11-10T15:00:00Z");
const ASKED = "Stripe refunds it. It shows here when Stripe confirms, usually within a minute.";

type Booked = {
  id: string;
  amount: string;
  givenBack: string | null;
  refunding: string | null;
  refund: { refundedCents: number; leftCents: number; isUnanswered: boolean; isSubscription: boolean } | null;
};

/** A member whose first month of $20 was paid by card. */
async function payer() {
  made += 1;
  const name = `payer${made}`;
  const { userId, token, email } = await site.signedIn({ email: `${name}@example.com` });
  const charge = stripe.addPaid(`in_${name}_1`, 2000);
  await sendEach(site, firstMonth({ name, reference: userId, email, start: START }));
  const booked = async () => {
    const answer = await site.fetch(`${BOOKS}?userId=${userId}`, { as: admin });
    const { payments } = (await answer.json()) as { payments: Booked[] };
    return payments.find(({ amount }) => amount === "$20.00") as Booked;
  };
  const { id } = await booked();
  const refund = async (amountCents: unknown, refundedCents = 0, more: object = {}) => {
    const body = { note: "Rained off", amountCents, refundedCents, ...more };
    const answer = await site.post(`${BOOKS}/payments/${id}/refund`, body, admin);
    const { message, fields } = (await answer.json()) as { message: string; fields?: Record<string, string> };
    return { status: answer.status, message, ...(fields && { fields }) };
  };
  /** What Stripe tells of the charge, as it stands there. */
  const confirm = (refundedCents = charge.refunded) => {
    const object = {
      id: charge.id,
      customer: `cus_${name}`,
      billing_details: { email },
      amount_refunded: refundedCents,
    };
    return send(site, makeEvent("charge.refunded", unix(new Date()), { ...object, currency: "usd" }));
  };
  const asks = () => rowsOf(site, sql`select charge_id as charge from card_refunds where payment_id = ${id}`);
  const log = () =>
    rowsOf(site, sql`select after from audit_log where ${userId} = any(subject_ids) and action = 'payment_corrected'`);
  return {
    userId,
    token,
    id,
    charge,
    booked,
    refund,
    confirm,
    asks,
    log,
    made: () => stripe.refunds.filter((one) => one.charge === charge.id),
  };
}

describe("a refund of a card payment", () => {
  test("[DESK-06] is asked of Stripe and comes into the books by its webhook alone; the membership stays", async () => {
    const { refund, confirm, booked, userId, token, log, charge } = await payer();
    const [left, more] = [
      { leftCents: 2000, refundedCents: 0, isUnanswered: false, isSubscription: true },
      { leftCents: 1500, refundedCents: 500 },
    ];
    expect(await booked()).toMatchObject({ givenBack: null, refunding: null, refund: left });
    expect(await refund(500)).toEqual({ status: 200, message: ASKED });
    expect(charge.refunded).toBe(500);
    expect(await paidBy(site, userId)).toMatchObject([{ cents: 2000 }]);
    expect(await booked()).toMatchObject({ givenBack: null, refunding: "$5.00", refund: more });
    expect((await confirm()).status).toBe(200);
    expect(await paidBy(site, userId)).toMatchObject([{ cents: 2000 }, { cents: -500 }]);
    expect(await booked()).toMatchObject({ givenBack: "$5.00", refunding: null, refund: more });
    expect(await refund(1500, 500)).toMatchObject({ status: 200 });
    await confirm();
    expect(await booked()).toMatchObject({ givenBack: "$20.00", refunding: null, refund: null });
    expect(await membershipOf(site, token)).toMatchObject({ state: "active", role: "member" });
    expect(await log()).toMatchObject([
      { after: { refund: "asked", amountCents: 500, note: "Rained off" } },
      { after: { refund: "asked", amountCents: 1500 } },
    ]);
  });

  test("[DESK-06] is in the books already when the webhook comes before the answer", async () => {
    const { refund, confirm, booked, userId } = await payer();
    stripe.onRefund = async () => void (await confirm());
    expect(await refund(700)).toMatchObject({ status: 200, message: ASKED });
    expect(await paidBy(site, userId)).toMatchObject([{ cents: 2000 }, { cents: -700 }]);
    expect(await booked()).toMatchObject({ givenBack: "$7.00", refunding: null, refund: { leftCents: 1300 } });
  });

  test("[DESK-06] is one refund for two organizers at once and for clicks in a row", async () => {
    const same = await payer();
    const answers = await Promise.all([same.refund(500), same.refund(500), same.refund(500)]);
    expect(same.made()).toHaveLength(1);
    expect(answers.map(({ status }) => status)).toContain(200);
    expect(await same.refund(500)).toEqual({
      status: 409,
      message:
        "The refunds of this payment changed meanwhile: $5.00 is given back by now. Close this form, and look again before you give back more.",
    });
    const other = await payer();
    const statuses = (await Promise.all([other.refund(500), other.refund(700)])).map(({ status }) => status);
    expect(statuses.toSorted((one, two) => one - two)).toEqual([200, 409]);
    expect(other.made()).toHaveLength(1);
    expect(await other.asks()).toEqual([{ charge: other.charge.id }]);
  });

  test("[DESK-06] whose answer is lost is asked for again, and stays one, even when Stripe forgot its key", async () => {
    const { refund, confirm, booked, asks, charge, made: all } = await payer();
    stripe.losesAnswers = "cut";
    const lost = await refund(500);
    expect(lost).toEqual({
      status: 503,
      message:
        "Stripe can’t be reached right now. Please try again in a minute. The refund may be under way. Ask for the same amount again: it won’t be paid twice.",
    });
    expect(await asks()).toEqual([{ charge: "" }]);
    expect(await booked()).toMatchObject({ refund: { isUnanswered: true, leftCents: 500 } });
    stripe.losesAnswers = "";
    expect(await refund(600)).toEqual({
      status: 409,
      message:
        "A refund of $5.00 was asked for, and there is no answer yet. Ask for $5.00 again first: it won’t be paid twice.",
    });
    // An error on the way says nothing about the request before.
    stripe.trouble = "down";
    expect((await refund(500)).message).toContain("The refund may be under way.");
    expect(await asks()).toEqual([{ charge: "" }]);
    stripe.trouble = "";
    stripe.forgetKeys();
    expect(await refund(500)).toMatchObject({ status: 200, message: ASKED });
    expect([all().length, charge.refunded, await asks()]).toEqual([1, 500, [{ charge: charge.id }]]);
    await confirm();
    expect(await booked()).toMatchObject({ givenBack: "$5.00", refund: { leftCents: 1500, isUnanswered: false } });
  });

  test("[DESK-06] that is under way is not forgotten because an earlier call failed", async () => {
    const { refund, asks, charge, made: all } = await payer();
    const held = Promise.withResolvers<void>();
    stripe.hold = held.promise;
    const early = refund(500);
    await expect.poll(() => stripe.hold === null).toBe(true);
    stripe.losesAnswers = "cut";
    expect((await refund(500)).message).toContain("The refund may be under way.");
    Object.assign(stripe, { losesAnswers: "", trouble: "down" });
    held.resolve();
    expect((await early).message).toContain("The refund may be under way.");
    expect(await asks()).toEqual([{ charge: "" }]);
    stripe.trouble = "";
    stripe.forgetKeys();
    expect(await refund(500)).toMatchObject({ status: 200 });
    expect([all().length, charge.refunded, await asks()]).toEqual([1, 500, [{ charge: charge.id }]]);
  });

  test("[DESK-06] that Stripe refuses is one plain sentence, and nothing is changed", async () => {
    const cases: readonly [set: (charge: FakeCharge) => void, status: number, why: RegExp][] = [
      [(charge) => (charge.refunded = 2000), 409, /^Stripe has refunded this payment in full already\. /],
      [(charge) => (charge.refunded = 1900), 409, /^Stripe has less left of this payment than that\. /],
      [
        (charge) => (charge.isDisputed = true),
        409,
        /^The payer disputed this payment with their bank, so Stripe can’t /,
      ],
      [() => (stripe.trouble = "rights"), 503, /^Stripe doesn’t let this site’s key refund\. /],
      [() => (stripe.trouble = "rate"), 503, /^Stripe is busy right now\. /],
      [() => (stripe.trouble = "down"), 503, /^Stripe can’t be reached right now\. /],
      [() => (stripe.trouble = "balance"), 409, /^Stripe refused the refund\. /],
    ];
    for (const [set, status, why] of cases) {
      const { refund, charge, booked, asks, log, userId } = await payer();
      set(charge);
      const before = charge.refunded;
      const said = await refund(2000);
      expect([said.status, said.message]).toEqual([status, expect.stringMatching(why)]);
      expect(said.message).toMatch(/ Nothing was refunded\.$/);
      stripe.trouble = "";
      expect([charge.refunded, await asks()]).toEqual([before, []]);
      expect(await booked()).toMatchObject({ refunding: null, refund: { leftCents: 2000, refundedCents: 0 } });
      expect(await paidBy(site, userId)).toHaveLength(1);
      expect(await log()).toMatchObject([{ after: { refund: "asked" } }, { after: { refund: "refused" } }]);
    }
  });

  test("[DESK-06] that cannot be is refused before Stripe is asked", async () => {
    const { refund, id, userId } = await payer();
    const asked = stripe.asked.length;
    expect(await refund(2001)).toMatchObject({
      status: 422,
      fields: { amountCents: "You can’t give back more than was paid." },
    });
    for (const wrong of [0, -5, 1.5, null, "5"])
      expect((await refund(wrong)).fields, String(wrong)).toHaveProperty("amountCents");
    expect((await refund(500, 0, { note: " " })).fields).toEqual({ note: "Please say why, for the books." });
    // Cash, and a payment of another provider.
    const other = { userId, provider: "demonstration", method: "card", kind: "payment", amountCents: 2000 } as const;
    const at = site.app.clock.now();
    await site.app.db.execute(
      sql`insert into payments (id, user_id, matched_by, provider, method, kind, amount_cents, provider_ref, paid_at, created_at)
        values ('demo-1', ${userId}, 'reference', ${other.provider}, 'card', 'payment', 2000, 'in_demo_1', ${at.toISOString()}, ${at.toISOString()}),
          ('cash-1', ${userId}, 'organizer', 'hand', 'cash', 'payment', 2000, 'by-hand', ${at.toISOString()}, ${at.toISOString()})`,
    );
    for (const [wrong, status] of [
      ["demo-1", 409],
      ["cash-1", 409],
      ["none", 404],
    ] as const) {
      const body = { note: "x", amountCents: 100, refundedCents: 0 };
      expect((await site.post(`${BOOKS}/payments/${wrong}/refund`, body, admin)).status).toBe(status);
    }
    // A correction would be a second way.
    expect((await site.post(`${BOOKS}/payments/${id}/correct`, { note: "x" }, admin)).status).toBe(409);
    expect(stripe.asked.length).toBe(asked);
  });

  test("[DESK-06] of a single payment by a checkout finds its way too", async () => {
    made += 1;
    const name = `single${made}`;
    stripe.addPaid(`cs_${name}`, 1500);
    const { userId, email } = await site.signedIn({ email: `${name}@example.com` });
    const session = {
      id: `cs_${name}`,
      subscription: null,
      customer: null,
      client_reference_id: userId,
      payment_status: "paid",
    };
    const object = { ...session, customer_details: { email }, amount_total: 1500, currency: "usd" };
    await sendEach(site, [makeEvent("checkout.session.completed", START, object)]);
    const [row] = await rowsOf(site, sql`select id from payments where user_id = ${userId}`);
    const body = { note: "Sold out", amountCents: 1500, refundedCents: 0 };
    expect((await site.post(`${BOOKS}/payments/${String(row?.["id"])}/refund`, body, admin)).status).toBe(200);
    expect(stripe.refunds.at(-1)).toMatchObject({ charge: `ch_${name}`, amount: 1500 });
  });
});

test("[DESK-06] without a key refunds are made at Stripe, and the console says so", async () => {
  const plain = await startTestSite({ STRIPE_WEBHOOK_SECRET: SECRET });
  try {
    const boss = await plain.signedIn({ groups: ["Admins"], email: "boss@example.com" });
    const { userId, email } = await plain.signedIn({ email: "ana@example.com" });
    await sendEach(plain, firstMonth({ name: "ana", reference: userId, email, start: START }));
    const books = (await (await plain.fetch(`${BOOKS}/payments`, { as: boss.token })).json()) as {
      cardRefunds: string;
      payments: Booked[];
    };
    expect(books).toMatchObject({ cardRefunds: "at_provider", payments: [{ refund: null }] });
    const body = { note: "x", amountCents: 100, refundedCents: 0 };
    const path = `${BOOKS}/payments/${books.payments[0]?.id}/refund`;
    expect((await plain.post(path, body, boss.token)).status).toBe(409);
    expect(await rowsOf(plain, sql`select 1 from card_refunds`)).toEqual([]);
  } finally {
    await plain.close();
  }
});

test("[DESK-06] the key is not in what the console or the log is told", async () => {
  const settings = await (await site.fetch("/api/admin/settings", { as: admin })).text();
  expect(settings).toContain('"STRIPE_API_KEY"');
  expect(settings).not.toContain(stripe.key.slice(0, 12));
});
