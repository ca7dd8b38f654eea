import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { authOf, cookieHeader, signUpWhole } from "#tests/support/identity.ts";
import {
  firstMonth,
  makeEvent,
  MONTH,
  paidBy,
  postStripe,
  rowsOf,
  SECRET,
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
  site = await startTestSite({ STRIPE_WEBHOOK_SECRET: SECRET, RATE_LIMIT_FACTOR: "1000" });
});
afterAll(() => site.close());

// Now is 10 in the morning of November 21.
const START = unix("2026-11-10T15:00:00Z");
const END = START + MONTH;

async function newcomer() {
  made += 1;
  const name = `payer${made}`;
  return { name, ...(await site.signedIn({ email: `${name}@example.com` })) };
}
const rows = (statement: ReturnType<typeof sql>) => rowsOf(site, statement);
const paymentsOf = (userId: string) => paidBy(site, userId);
const membership = (token: string) => membershipOf(site, token);
const sendAll = (events: readonly StripeEvent[]) => sendEach(site, events);

describe("who paid", () => {
  test("[PAY-07] without a reference it is whose verified address it is, whatever its case", async () => {
    const { name, token, email } = await newcomer();
    await sendAll(firstMonth({ name, reference: null, email: email.toUpperCase(), start: START }));
    expect(await membership(token)).toMatchObject({ role: "member" });
  });

  test("[PAY-07, ADMIN-06] a reference to a record that was merged meanwhile means the one that it became", async () => {
    const [first, second, third] = [await newcomer(), await newcomer(), await newcomer()];
    const admin = await site.tokenFor(["Admins"]);
    for (const [from, to] of [
      [first, second],
      [second, third],
    ] as const) {
      const request = { sourceUserId: from.userId, targetUserId: to.userId };
      expect((await site.post("/api/users/merge", request, admin)).status).toBe(200);
    }
    const email = "pays.with.another@example.net";
    await sendAll(firstMonth({ name: first.name, reference: first.userId, email, start: START }));
    expect(await membership(third.token)).toMatchObject({ state: "active", role: "member" });
    expect(await paymentsOf(third.userId)).toHaveLength(1);
  });

  test("[PAY-07] an address that nobody proved proves nothing", async () => {
    const { name, userId, token, email } = await newcomer();
    await rows(sql`update accounts set email_verified = false where email = ${email}`);
    await sendAll(firstMonth({ name, reference: null, email, start: START }));
    expect(await membership(token)).toMatchObject({ role: "user" });
    expect(await paymentsOf(userId)).toEqual([]);
    // Until it is proved: then what was paid with it is there.
    await rows(sql`update accounts set email_verified = true where email = ${email}`);
    expect(await membership(token)).toMatchObject({ state: "active", role: "member" });
    expect(await paymentsOf(userId)).toHaveLength(1);
  });

  test("[PAY-07] the reference says more than the address, whichever comes first", async () => {
    for (const isReversed of [false, true]) {
      const [payer, friend] = [await newcomer(), await newcomer()];
      const { name, userId: reference } = friend;
      const events = firstMonth({ name, reference, email: payer.email, start: START });
      await sendAll(isReversed ? events.toReversed() : events);
      expect(await membership(friend.token)).toMatchObject({ role: "member" });
      expect(await membership(payer.token)).toMatchObject({ role: "user" });
      expect(await paymentsOf(friend.userId)).toHaveLength(1);
      expect(await paymentsOf(payer.userId)).toEqual([]);
    }
  });

  test("[PAY-07] what an organizer said stands, whatever reference and address later news name", async () => {
    const [owner, other] = [await newcomer(), await newcomer()];
    const { name } = owner;
    await sendAll(firstMonth({ name, reference: null, email: "nobody@elsewhere.example", start: START }));
    const [paid] = await rows(sql`select id from payments where provider_ref = ${`in_${name}_1`}`);
    const admin = await site.tokenFor(["Admins"]);
    const path = `/api/admin/memberships/payments/${String(paid?.["id"])}/assign`;
    expect((await site.post(path, { userId: owner.userId }, admin)).status).toBe(200);
    await sendAll(firstMonth({ name, reference: other.userId, email: other.email, start: START }));
    await sendAll(firstMonth({ name, reference: null, email: "nobody@elsewhere.example", start: START }));
    expect(await membership(owner.token)).toMatchObject({ state: "active", role: "member" });
    expect(await paymentsOf(owner.userId)).toHaveLength(1);
    expect(await membership(other.token)).toMatchObject({ state: "none", role: "user" });
    expect(await paymentsOf(other.userId)).toEqual([]);
  });
});

describe("what comes to the webhook", () => {
  test("[PAY-07] a month for nothing makes a member, and is no payment", async () => {
    const { name, userId, token, email } = await newcomer();
    const free = (event: StripeEvent) => ({ ...event, data: { object: { ...event.data.object, amount_paid: 0 } } });
    const events = firstMonth({ name, reference: userId, email, start: START });
    await sendAll(events.map((event) => (event.type === "invoice.paid" ? free(event) : event)));
    expect(await membership(token)).toMatchObject({ state: "active", role: "member" });
    expect(await paymentsOf(userId)).toEqual([]);
    expect((await site.mails()).filter(({ to }) => to === email)).toEqual([]);
  });

  test("[PAY-07] a type that means nothing here is acknowledged", async () => {
    expect((await send(site, makeEvent("price.created", START, { id: "price" }))).status).toBe(200);
    expect((await send(site, makeEvent("toString", START, { id: "x" }))).status).toBe(200);
  });

  test("[PAY-07] what is signed and has not its form is refused in words, and changes nothing", async () => {
    const before = await rows(sql`select count(*)::int as count from payment_events`);
    const answers = await Promise.all([
      send(site, makeEvent("invoice.paid", START, { id: "in_x" })),
      send(site, makeEvent("customer.subscription.updated", START, { id: "sub_x", status: "dancing" })),
      postStripe(site, "[]", signature("[]")),
      postStripe(site, "no json", signature("no json")),
      postStripe(site, "", signature("")),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422]);
    expect(await rows(sql`select count(*)::int as count from payment_events`)).toEqual(before);
  });

  test("[PAY-07] it has a limit of its own: larger than other calls', and not without end", async () => {
    const event = makeEvent("price.created", START, { id: "price", description: "x".repeat(100_000) });
    expect((await send(site, event)).status).toBe(200);
    const larger = JSON.stringify(makeEvent("price.created", START, { description: "x".repeat(300_000) }));
    expect((await postStripe(site, larger, signature(larger))).status).toBe(413);
  });

  test("[PAY-07] while it cannot be stored it is not acknowledged, and the next try takes it in", async () => {
    const { name, userId, token, email } = await newcomer();
    const events = firstMonth({ name, reference: userId, email, start: START });
    await rows(sql`alter table payments rename to payments_away`);
    const answers: number[] = [];
    for (const event of events) answers.push((await send(site, event)).status);
    await rows(sql`alter table payments_away rename to payments`);
    expect(answers.filter((status) => status >= 500).length).toBeGreaterThan(0);
    await sendAll(events);
    expect(await membership(token)).toMatchObject({ role: "member" });
    expect(await paymentsOf(userId)).toHaveLength(1);
  });
});

test("[PAY-07] the token that is made anew says Members while the membership runs, and not after", async () => {
  const [name, email] = ["refreshes", "refreshes@example.com"];
  await signUpWhole(site, email);
  const { signIn, refresh } = authOf(site);
  const cookie = cookieHeader((await signIn(email)).cookies);
  const groupsOf = async () => {
    const { idToken } = (await refresh(cookie)).body as { idToken: string };
    return (JSON.parse(Buffer.from(idToken.split(".")[1] ?? "", "base64url").toString()) as { groups: string[] })
      .groups;
  };
  expect(await groupsOf()).toEqual([]);
  await sendAll(firstMonth({ name, reference: null, email, start: START }));
  expect(await groupsOf()).toEqual(["Members"]);
  const period = { id: `sub_${name}`, customer: `cus_${name}`, start: START, end: END };
  const object = subscriptionObject({ ...period, status: "canceled", endedAt: START + 60 });
  await sendAll([makeEvent("customer.subscription.deleted", START + 60, object)]);
  expect(await groupsOf()).toEqual([]);
});
