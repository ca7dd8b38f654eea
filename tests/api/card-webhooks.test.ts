import fc from "fast-check";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  firstMonth,
  invoiceObject,
  makeEvent,
  MONTH,
  paidBy,
  postStripe,
  rowsOf,
  send,
  sendEach,
  signature,
  membershipOf,
  type StripeEvent,
  subscriptionObject,
  unix,
} from "#tests/support/payments.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let made = 0;
beforeAll(async () => {
  site = await startTestSite({
    STRIPE_PAYMENT_LINK: "https://buy.stripe.example/plan",
    STRIPE_WEBHOOK_SECRET: "whsec_test_secret_of_the_endpoint",
    RATE_LIMIT_FACTOR: "1000",
  });
});
afterAll(() => site.close());

// Now is 10 in the morning of November 21.
const START = unix("2026-11-10T15:00:00Z");
const END = START + MONTH;

async function newcomer(groups: ("Members" | "Admins")[] = []) {
  made += 1;
  const name = `payer${made}`;
  return { name, ...(await site.signedIn({ groups, email: `${name}@example.com` })) };
}

const rows = (statement: ReturnType<typeof sql>) => rowsOf(site, statement);
const paymentsOf = (userId: string) => paidBy(site, userId);
const membership = (token: string) => membershipOf(site, token);
const sendAll = (events: readonly StripeEvent[]) => sendEach(site, events);

describe("a subscription", () => {
  test("[PAY-07] that ended stays ended, whatever the provider dates after its end", async () => {
    const { name, userId, token, email } = await newcomer();
    await sendAll(firstMonth({ name, reference: userId, email, start: START }));
    const ids = { id: `sub_${name}`, customer: `cus_${name}`, start: START, end: END };
    const ended = unix("2026-11-20T14:00:00Z");
    await sendAll([
      makeEvent(
        "customer.subscription.deleted",
        ended,
        subscriptionObject({ ...ids, status: "canceled", endedAt: ended }),
      ),
      makeEvent("customer.subscription.updated", ended + 3600, subscriptionObject({ ...ids, status: "active" })),
    ]);
    expect(await membership(token)).toMatchObject({ state: "ended", role: "user" });
  });

  test("[PAY-07] that is paid puts its person into Members, with the token that they have", async () => {
    const { name, userId, token } = await newcomer();
    const email = "pays.with.another@example.net";
    expect(await membership(token)).toMatchObject({ state: "none", groups: [], role: "user" });
    await sendAll(firstMonth({ name, reference: userId, email, start: START }));
    expect(await membership(token)).toEqual({
      state: "active",
      day: "2026-12-10",
      groups: ["Members"],
      role: "member",
    });
    expect(await paymentsOf(userId)).toEqual([{ ref: `in_${name}_1`, cents: 2000 }]);
    const receipts = (await site.mails()).filter(({ to, subject }) => to === email && subject.startsWith("Thank you"));
    expect(receipts.map(({ subject }) => subject)).toEqual(["Thank you: $20.00 for Jax Beach"]);
  });

  test("[PAY-07] that ends takes its person out of Members at once, and they are told", async () => {
    const { name, userId, token, email } = await newcomer();
    await sendAll(firstMonth({ name, reference: userId, email, start: START }));
    const [ended, period] = [unix("2026-11-21T14:00:00Z"), { id: `sub_${name}`, customer: `cus_${name}` }];
    const object = subscriptionObject({ ...period, status: "canceled", start: START, end: END, endedAt: ended });
    await sendAll([makeEvent("customer.subscription.deleted", ended, object)]);
    expect(await membership(token)).toEqual({ state: "ended", day: "2026-11-21", groups: [], role: "user" });
    const mails = (await site.mails()).filter(({ to }) => to === email);
    expect(mails.map(({ subject }) => subject)).toContain("Your membership of Jax Beach has ended");
  });

  test("[PAY-07] that ends leaves those in Members whom somebody put there", async () => {
    const { name, userId, token, email } = await newcomer(["Members"]);
    await sendAll(firstMonth({ name, reference: userId, email, start: START }));
    const object = subscriptionObject({
      id: `sub_${name}`,
      customer: `cus_${name}`,
      status: "canceled",
      start: START,
      end: END,
      endedAt: START + 60,
    });
    await sendAll([makeEvent("customer.subscription.deleted", START + 60, object)]);
    expect(await membership(token)).toMatchObject({ state: "given", groups: ["Members"], role: "member" });
  });

  test("[PAY-07] whose payment fails goes on for seven days from the day it was due, and the person is told", async () => {
    // Due on November 16 and on November 13.
    for (const [due, role, state] of [
      ["2026-11-16T15:00:00Z", "member", "past_due"],
      ["2026-11-13T15:00:00Z", "user", "ended"],
    ] as const) {
      const { name, userId, token, email } = await newcomer();
      const [start, customer] = [unix(due) - MONTH, `cus_${name}`];
      await sendAll(firstMonth({ name, reference: userId, email, start }));
      const next = { id: `sub_${name}`, customer, start: unix(due), end: unix(due) + MONTH };
      const invoice = { ...next, id: `in_${name}_2`, subscription: next.id, email, cents: 0 };
      await sendAll([
        makeEvent("customer.subscription.updated", unix(due), subscriptionObject({ ...next, status: "active" })),
        makeEvent("invoice.payment_failed", unix(due) + 3600, invoiceObject(invoice)),
        makeEvent(
          "customer.subscription.updated",
          unix(due) + 3600,
          subscriptionObject({ ...next, status: "past_due" }),
        ),
      ]);
      expect(await membership(token)).toMatchObject({ state, role });
      const told = (await site.mails()).filter(
        ({ to, subject }) => to === email && subject.includes("did not go through"),
      );
      expect(told).toHaveLength(role === "member" ? 1 : 0);
      // Paid after all.
      await sendAll([makeEvent("invoice.paid", unix(due) + 7200, invoiceObject({ ...invoice, cents: 2000 }))]);
      expect(await membership(token)).toMatchObject({ state: "active", role: "member" });
    }
  });

  test("[PAY-07] is read in the form of older API versions too", async () => {
    const { name, userId, token, email } = await newcomer();
    const period = { id: `sub_${name}`, customer: `cus_${name}`, start: START, end: END };
    const [, , , session] = firstMonth({ name, reference: userId, email, start: START });
    const invoice = { ...period, id: `in_${name}`, subscription: period.id, email, cents: 2000 };
    await sendAll([
      makeEvent("customer.subscription.created", START, subscriptionObject({ ...period, status: "active" }, true)),
      makeEvent("invoice.payment_succeeded", START, invoiceObject(invoice, true)),
      ...(session ? [session] : []),
    ]);
    expect(await membership(token)).toMatchObject({ state: "active", day: "2026-12-10", role: "member" });
    expect(await paymentsOf(userId)).toHaveLength(1);
  });
});

/** A whole life of a subscription: begun, renewed, failed, paid after all, refunded in two parts, ended or not. */
function lifeOf(payer: { name: string; userId: string; email: string }, isEnded: boolean): StripeEvent[] {
  const { name, userId, email } = payer;
  const start = unix("2026-10-15T15:00:00Z");
  const [due, id, customer] = [start + MONTH, `sub_${name}`, `cus_${name}`];
  const next = { id, customer, start: due, end: due + MONTH };
  const invoice = { ...next, id: `in_${name}_2`, subscription: id, email, cents: 0 };
  const refund = (at: number, cents: number) =>
    makeEvent("charge.refunded", at, {
      id: `ch_${name}`,
      customer,
      billing_details: { email },
      amount_refunded: cents,
      currency: "usd",
    });
  const endedAt = unix("2026-11-20T00:00:00Z");
  return [
    ...firstMonth({ name, reference: userId, email, start }),
    makeEvent("customer.subscription.updated", due, subscriptionObject({ ...next, status: "active" })),
    makeEvent("invoice.payment_failed", due + 60, invoiceObject(invoice)),
    makeEvent("customer.subscription.updated", due + 60, subscriptionObject({ ...next, status: "past_due" })),
    makeEvent("invoice.paid", due + 120, invoiceObject({ ...invoice, cents: 2000 })),
    makeEvent("invoice.payment_succeeded", due + 120, invoiceObject({ ...invoice, cents: 2000 })),
    makeEvent("customer.subscription.updated", due + 120, subscriptionObject({ ...next, status: "active" })),
    makeEvent("payment_intent.created", due + 120, { id: "pi" }),
    refund(due + 300, 500),
    refund(due + 400, 2000),
    ...(isEnded
      ? [
          makeEvent(
            "customer.subscription.deleted",
            endedAt,
            subscriptionObject({ ...next, status: "canceled", endedAt }),
          ),
        ]
      : []),
  ];
}

describe("webhooks in any order, often and forged", () => {
  const orders = fc.tuple(
    fc.boolean(),
    fc.array(fc.nat(), { minLength: 40, maxLength: 40 }),
    fc.array(fc.nat(20), { maxLength: 12 }),
  );

  /** A shuffle that the numbers decide, with some events sent again. */
  function mixed(events: readonly StripeEvent[], keys: readonly number[], again: readonly number[]): StripeEvent[] {
    const all = [...events, ...again.flatMap((index) => events[index % events.length] ?? [])];
    return all
      .map((event, index) => ({ event, key: keys[index % keys.length] ?? 0 }))
      .toSorted((a, b) => a.key - b.key)
      .map(({ event }) => event);
  }

  /** The same event as somebody would like it to be, whose signature cannot be right. */
  async function forge(event: StripeEvent, kind: number): Promise<void> {
    const body = JSON.stringify(event);
    const other = JSON.stringify({ ...event, id: `${event.id}_forged`, type: "customer.subscription.deleted" });
    const now = unix(new Date());
    const headers = [
      null,
      "",
      signature(body, { secret: "whsec_somebody_elses" }),
      signature(body, { at: now - 301 }),
      signature(body),
      `t=${now},v1=${"0".repeat(64)}`,
    ];
    const index = kind % headers.length;
    const answer = await postStripe(site, index === 4 ? other : body, headers[index] ?? null);
    expect(answer.status).toBe(400);
  }

  test("[PAY-07, PAY-08] whatever the order, the repeats and the forgeries between: what stands is the truth", async () => {
    await fc.assert(
      fc.asyncProperty(orders, async ([isEnded, keys, again]) => {
        const { name, userId, email, token } = await newcomer();
        const events = mixed(lifeOf({ name, userId, email }, isEnded), keys, again);
        for (const [index, event] of events.entries()) {
          if (index % 5 === 0) await forge(event, keys[index] ?? 0);
          expect((await send(site, event)).status).toBe(200);
        }
        const expected = isEnded
          ? { state: "ended", day: "2026-11-19", role: "user" }
          : { state: "active", day: "2026-12-14", role: "member" };
        expect(await membership(token)).toMatchObject(expected);
        const paid = await paymentsOf(userId);
        expect(paid.map(({ ref }) => ref)).toEqual(
          expect.arrayContaining([`in_${name}_1`, `in_${name}_2`, `ch_${name}:2000`]),
        );
        expect(paid.reduce((sum, { cents }) => sum + Number(cents), 0)).toBe(2000);
      }),
      { numRuns: 12 },
    );
  });

  test("[PAY-08] a signed amount that is none is refused in words, and nothing is written of it", async () => {
    const { name, userId, email } = await newcomer();
    const invoice = {
      id: `in_${name}`,
      subscription: null,
      customer: `cus_${name}`,
      email,
      cents: 4242,
      start: START,
      end: END,
    };
    const said = JSON.stringify(makeEvent("invoice.paid", START, invoiceObject(invoice)));
    for (const amount of ["-1", "1e309", "0.001", '"20,00"', "null"]) {
      const body = said.replace("4242", amount);
      const answer = await postStripe(site, body, signature(body));
      expect([answer.status, ((await answer.json()) as { message: string }).message], amount).toEqual([
        422,
        "This message is signed, and not of a form that is known here.",
      ]);
    }
    expect(await paymentsOf(userId)).toEqual([]);
    // Put right and sent again, it counts: what was refused was not taken for it.
    expect((await postStripe(site, said, signature(said))).status).toBe(200);
    expect(await paymentsOf(userId)).toEqual([{ ref: `in_${name}`, cents: 4242 }]);
  });

  test("[PAY-07] the same webhook twenty times at once is one", async () => {
    const { name, userId, token, email } = await newcomer();
    const events = firstMonth({ name, reference: userId, email, start: START });
    const answers = await Promise.all(
      events.flatMap((event) => Array.from({ length: 20 }, () => send(site, event).then(({ status }) => status))),
    );
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(await paymentsOf(userId)).toHaveLength(1);
    expect(await rows(sql`select count(*)::int as count from memberships where user_id = ${userId}`)).toEqual([
      { count: 1 },
    ]);
    expect(await membership(token)).toMatchObject({ state: "active", role: "member" });
    expect((await site.mails()).filter(({ to }) => to === email)).toHaveLength(1);
  });

  test("[PAY-07] news of the same second: the state that is further on stands", async () => {
    const { name, userId, token, email } = await newcomer();
    const [created, invoice, updated, session] = firstMonth({ name, reference: userId, email, start: START });
    await sendAll([updated, created, session, invoice].flatMap((event) => event ?? []));
    expect(await membership(token)).toMatchObject({ state: "active" });
  });
});
