import { randomUUID } from "node:crypto";
import { createHmac } from "node:crypto";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connect } from "#src/db/connect.server.ts";
import { demonstrationCards } from "#src/ports/card-payments/demonstration/card-demonstration.server.ts";
import type { CardPaymentsPort, SignedWebhook } from "#src/ports/card-payments/port.ts";
import { stripeRefunds } from "#src/ports/card-payments/stripe/refunds.server.ts";
import { OutsideHealth } from "#src/shared/outside.ts";
import { startFakeStripe } from "#tests/fakes/stripe/fake-stripe.ts";
import { signAsStripe, stripeCards, stripeWebhooks } from "#src/ports/card-payments/stripe/stripe.server.ts";
import { firstMonth } from "#tests/support/payments.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";

const NOW = new Date("2026-11-21T15:00:00Z");
const SECRET = "whsec_of_the_contract";
const now = () => NOW;

/** Signed by a few lines of our own, so that neither adapter marks its own work. */
function sign(body: string, at = NOW, secret = SECRET): SignedWebhook {
  const seconds = Math.floor(at.getTime() / 1000);
  const hmac = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return { body, signature: `t=${seconds},v1=${hmac}` };
}

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let connection: ReturnType<typeof connect>;
beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect(database.url, pino({ level: "silent" }));
});
afterAll(async () => {
  await connection.pool.end();
  await database.drop();
});

const ADAPTERS: Readonly<Record<string, () => CardPaymentsPort>> = {
  stripe: () => stripeCards({ paymentLink: "https://buy.stripe.example/plan?x=1", webhookSecret: SECRET, now }),
  demonstration: () =>
    demonstrationCards({
      db: connection.db,
      now,
      checkoutPage: "/checkout",
      priceCents: () => 2000,
      sign: (body, at) => signAsStripe(body, SECRET, at),
      readWebhook: stripeWebhooks(SECRET, now),
    }),
};

describe.each(Object.keys(ADAPTERS))("card payments by %s", (name) => {
  const cards = () => ADAPTERS[name]?.() as CardPaymentsPort;
  const read = ({ body, signature }: { body: string; signature: string | null }) =>
    cards().readWebhook(new TextEncoder().encode(body), signature);

  test("[PAY-07] its page is told who comes", () => {
    const url = new URL(cards().checkoutUrl({ reference: "0199-a_b", email: "ana+1@example.com" }) ?? "", "http://x");
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_reference_id: "0199-a_b",
      prefilled_email: "ana+1@example.com",
    });
    expect(cards().checkoutUrl({})).not.toContain("client_reference_id");
  });

  test("[PAY-07] what is signed is read: who, what, when, how much, until when", async () => {
    const start = Math.floor(NOW.getTime() / 1000);
    const events = firstMonth({ name: "ana", reference: "u1", email: "Ana@Example.com", start });
    const read4 = await Promise.all(events.map((event) => read(sign(JSON.stringify(event)))));
    const news = read4.map((webhook) => (webhook.ok ? webhook.event.news : null));
    const end = new Date((start + 30 * 86_400) * 1000);
    expect(news).toMatchObject([
      { kind: "subscription", status: "incomplete", subscriptionId: "sub_ana", periodEnd: end },
      { kind: "invoice", isPaid: true, amountCents: 2000, email: "ana@example.com", paidUntil: end },
      { kind: "subscription", status: "active" },
      { kind: "checkout", reference: "u1", email: "ana@example.com", subscriptionId: "sub_ana", customerId: "cus_ana" },
    ]);
  });

  test("[PAY-07] five minutes, and not one second more; any other change, and it is nobody's", async () => {
    const body = JSON.stringify({ id: "evt", type: "price.created", created: 1, data: { object: {} } });
    const old = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);
    expect(await read(sign(body, old(300)))).toMatchObject({ ok: true, event: { id: "evt", news: null } });
    const unsigned = { ok: false, fault: "unsigned" };
    expect(await read(sign(body, old(301)))).toEqual(unsigned);
    expect(await read(sign(body, NOW, "whsec_another"))).toEqual(unsigned);
    expect(await read({ ...sign(body), body: body.replace("evt", "evx") })).toEqual(unsigned);
    expect(await read({ ...sign(body), body: `${body} ` })).toEqual(unsigned);
    for (const signature of [null, "", "v1=00", "t=1", "t=now,v1=zz", `${"t=1,".repeat(1000)}v1=0`])
      expect(await read({ body, signature })).toEqual(unsigned);
    for (const broken of ["{}", "[]", "null", "1", "{"])
      expect(await read(sign(broken)), broken).toEqual({ ok: false, fault: "unreadable" });
  });
});

test("[PAY-07] without its secret nothing is believed", async () => {
  const stripe = stripeCards({ paymentLink: undefined, webhookSecret: undefined, now });
  const { body, signature } = sign("{}");
  expect(await stripe.readWebhook(new TextEncoder().encode(body), signature)).toEqual({
    ok: false,
    fault: "not_set_up",
  });
  expect(stripe.checkoutUrl({ reference: "u1" })).toBeNull();
});

test("[PAY-07] the demonstration remembers: months that are paid, fail, and end, for its person alone", async () => {
  const cards = ADAPTERS["demonstration"]?.() as CardPaymentsPort;
  const { demonstration } = cards;
  if (!demonstration) throw new Error("There is no demonstration.");
  const ANA = { reference: "u7", email: "ana@example.com" };
  await demonstration.checkOut({ ...ANA, attempt: randomUUID(), outcome: "failed" });
  expect(await demonstration.list("u7")).toEqual([]);
  const told = await demonstration.checkOut({ ...ANA, attempt: randomUUID(), outcome: "paid" });
  const kinds = await Promise.all(
    told.map(async ({ body, signature }) => {
      const webhook = await cards.readWebhook(new TextEncoder().encode(body), signature);
      return webhook.ok ? webhook.event.news?.kind : webhook.fault;
    }),
  );
  expect(kinds).toEqual(["checkout", "subscription", "invoice"]);
  const [subscription] = await demonstration.list("u7");
  const id = subscription?.id ?? "";
  expect(await demonstration.play({ id, reference: "somebody else", deed: "end" })).toBeNull();
  for (const [deed, status, periodEnd] of [
    ["renew", "active", "2027-01-21"],
    ["fail", "past_due", "2027-02-21"],
    ["renew", "active", "2027-02-21"],
    ["end", "canceled", "2027-02-21"],
  ] as const) {
    expect(await demonstration.play({ id, reference: "u7", deed })).not.toBeNull();
    const [after] = await demonstration.list("u7");
    expect([after?.status, after?.periodEnd.toISOString().slice(0, 10)]).toEqual([status, periodEnd]);
  }
  expect(await demonstration.play({ id, reference: "u7", deed: "renew" })).toBeNull();
});

test("[DESK-06] the demonstration refunds a month by a signed webhook, once for a key and never more than was paid", async () => {
  const cards = ADAPTERS["demonstration"]?.() as CardPaymentsPort;
  await cards.demonstration?.checkOut({
    attempt: randomUUID(),
    reference: "u8",
    email: "bo@example.com",
    outcome: "paid",
  });
  const [subscription] = (await cards.demonstration?.list("u8")) ?? [];
  const providerRef = `in_${subscription?.id.slice(4)}_1`;
  const told: (string | undefined)[] = [];
  cards.demonstration?.deliverTo(async (webhooks) => {
    for (const { body, signature } of webhooks) {
      const webhook = await cards.readWebhook(new TextEncoder().encode(body), signature);
      told.push(webhook.ok ? `${webhook.event.id} ${JSON.stringify(webhook.event.news)}` : webhook.fault);
    }
    return { ok: true };
  });
  const ask = (amountCents: number, ref = providerRef) =>
    cards.refund?.({ providerRef: ref, amountCents, idempotencyKey: "key-1" });
  expect(await ask(2001)).toEqual({ ok: false, fault: "too_much", outcome: "refused" });
  expect(await ask(500, "in_nobody_1")).toMatchObject({ ok: false, fault: "unknown_payment" });
  expect(await ask(500, providerRef.replace(/1$/, "2"))).toMatchObject({ ok: false, fault: "unknown_payment" });
  expect(await ask(500)).toEqual({ ok: true, chargeId: providerRef.replace("in_", "ch_") });
  expect(told).toEqual([expect.stringMatching(/^evt_refund_key-1 .*"refundedCents":500/)]);
});

test("[DESK-06] Stripe is asked in its form, and whatever the order of answers, a key is one refund", async () => {
  const fake = await startFakeStripe();
  const log = pino({ level: "silent" });
  const health = new OutsideHealth(now);
  try {
    const refund = stripeRefunds({ apiKey: fake.key, apiUrl: fake.url, log, health });
    const charge = fake.addPaid("in_1", 2000);
    const request = { providerRef: "in_1", amountCents: 500, idempotencyKey: "key-1" };
    // Silent past its time: it may be made, and asked again it is the same.
    fake.losesAnswers = "silent";
    const hasty = stripeRefunds({ apiKey: fake.key, apiUrl: fake.url, log, health, callMs: 2500 });
    expect(await hasty(request)).toEqual({ ok: false, fault: "unreachable", outcome: "unknown" });
    expect(health.away).toHaveProperty("refunds");
    fake.losesAnswers = "";
    expect(await refund(request)).toEqual({ ok: true, chargeId: charge.id });
    fake.forgetKeys();
    expect(await refund(request)).toEqual({ ok: true, chargeId: charge.id });
    expect([fake.refunds.length, charge.refunded, health.away]).toEqual([1, 500, {}]);
    expect(await refund({ ...request, providerRef: "in_unknown" })).toEqual({
      ok: false,
      fault: "unknown_payment",
      outcome: "not_asked",
    });
    const stranger = stripeRefunds({ apiKey: "rk_test_ofSomebodyElse0001", apiUrl: fake.url, log, health });
    expect(await stranger(request)).toEqual({ ok: false, fault: "not_allowed", outcome: "not_asked" });
  } finally {
    fake.close();
  }
});
