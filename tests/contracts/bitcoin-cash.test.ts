import { createHash } from "node:crypto";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connect } from "#src/db/connect.server.ts";
import { bitcoinCashCheckouts } from "#src/db/tables/payments.ts";
import { demonstrationBitcoinCash } from "#src/ports/bitcoin-cash/demonstration/bitcoin-cash-demonstration.server.ts";
import { type BitcoinCashPort, type BitcoinCashStatus, BitcoinCashUnreachable } from "#src/ports/bitcoin-cash/port.ts";
import { startFakePromptCash } from "#tests/fakes/prompt-cash/fake-prompt-cash.ts";
import { promptCash, readCallback } from "#src/ports/bitcoin-cash/prompt-cash/prompt-cash.server.ts";
import { OutsideHealth } from "#src/shared/outside.ts";
import { FAULTS, startFaultyService } from "#tests/support/faulty-service.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";

const NOW = new Date("2026-11-21T15:00:00Z");
const SECRET = "608-secret-token";
const TOKEN = "608-public";
const health = new OutsideHealth(() => NOW);
const CHECKOUT = { txId: "1795273200000", amountCents: 1500, description: "ana@example.com ana & co" };

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let connection: ReturnType<typeof connect>;
let fake: Awaited<ReturnType<typeof startFakePromptCash>>;
beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect(database.url, pino({ level: "silent" }));
  fake = await startFakePromptCash({ token: TOKEN, secret: SECRET });
});
afterAll(async () => {
  fake.close();
  await connection.pool.end();
  await database.drop();
});

const real = (more: Partial<Parameters<typeof promptCash>[0]> = {}) =>
  promptCash({
    url: fake.url,
    token: TOKEN,
    secret: SECRET,
    callback: null,
    now: () => NOW,
    health,
    timeoutMs: 500,
    ...more,
  });
const played = () =>
  demonstrationBitcoinCash({
    db: connection.db,
    page: "/demonstration/bitcoin-cash",
    secret: SECRET,
    readWebhook: (body) => readCallback(body, SECRET),
  });

const AMOUNTS = { amount_fiat: "15.00", fiat_currency: "USD" };

/** A payment that stands so at the service. */
const KEPT: Readonly<Record<string, (txId: string, status: BitcoinCashStatus) => Promise<void>>> = {
  "prompt.cash": async (txId, status) => void fake.payments.set(txId, status.toUpperCase()),
  demonstration: async (txId, status) => {
    const row = { provider: "demonstration", purpose: "payment", description: "", amountCents: 1500 } as const;
    await connection.db.insert(bitcoinCashCheckouts).values({ ...row, txId, status, createdAt: NOW });
  },
};
const PORTS: Readonly<Record<string, () => BitcoinCashPort>> = { "prompt.cash": () => real(), demonstration: played };

describe.each(Object.keys(PORTS))("Bitcoin Cash by %s", (name) => {
  const port = () => PORTS[name]?.() as BitcoinCashPort;
  const read = (body: unknown) =>
    port().readWebhook(new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body)));

  test("[PAY-04, PAY-05] its pages are told which payment it is", () => {
    for (const address of [port().frameUrl(CHECKOUT), port().pageUrl(CHECKOUT)])
      expect(new URL(address, "http://x").searchParams.get("tx_id")).toBe(CHECKOUT.txId);
  });

  test("[PAY-07] a callback that names the secret is read; any other is nobody's", () => {
    for (const [said, status] of [
      ["PAID", "paid"],
      ["EXPIRED", "expired"],
      ["PENDING", "pending"],
      ["CONFIRMING", "pending"],
    ] as const)
      expect(read({ token: SECRET, payment: { ...AMOUNTS, tx_id: "7", status: said } })).toEqual({
        ok: true,
        news: { txId: "7", status, ...(status === "paid" && { paid: { cents: 1500, currency: "usd" } }) },
      });
    const unsigned = { ok: false, fault: "unsigned" };
    for (const body of ["", "x", "[]", "null", {}, { token: TOKEN, payment: { tx_id: "7", status: "PAID" } }])
      expect(read(body), JSON.stringify(body)).toEqual(unsigned);
    expect(read({ token: SECRET, payment: null })).toEqual({ ok: false, fault: "unreadable" });
    // Paid, but nobody knows how much.
    expect(read({ token: SECRET, payment: { tx_id: "7", status: "PAID" } })).toEqual({
      ok: false,
      fault: "unreadable",
    });
    expect(read({ token: SECRET, payment: { tx_id: "7", status: "toString" } })).toEqual({
      ok: false,
      fault: "unreadable",
    });
  });

  test("[PAY-07] it says how a payment stands, and that it does not know one", async () => {
    for (const status of ["pending", "paid", "expired"] as const) {
      await KEPT[name]?.(`state-${status}`, status);
      expect(await port().readPayment(`state-${status}`)).toEqual({
        txId: `state-${status}`,
        status,
        ...(status === "paid" && { paid: { cents: 1500, currency: "usd" } }),
      });
    }
    expect(await port().readPayment("unknown/../payment?x=1")).toBeNull();
  });
});

test("[PAY-04] the frame is told token, payment, amount, currency and what it is for", () => {
  const url = new URL(real({ secret: undefined }).frameUrl(CHECKOUT));
  expect(url.origin + url.pathname).toBe(`${fake.url}/pay-frame`);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    token: TOKEN,
    tx_id: CHECKOUT.txId,
    amount: "15",
    currency: "USD",
    desc: CHECKOUT.description,
  });
});

test("[PAY-04] with the secret it is signed, as the service checks it, callback and all", async () => {
  const callback = "https://site.example/api/webhooks/prompt-cash";
  const address = real({ callback }).pageUrl(CHECKOUT);
  const told = new URL(address).searchParams;
  const time = String(NOW.getTime() / 1000);
  const signed = `${SECRET}${TOKEN}${CHECKOUT.txId}15USD${CHECKOUT.description}${callback}${time}`;
  expect(told.get("signature")).toBe(createHash("sha256").update(signed).digest("hex"));
  expect((await fetch(address)).status).toBe(200);
  expect((await fetch(address.replace("amount=15", "amount=1"))).status).toBe(400);
});

describe("trouble with the service is told as such", () => {
  test.each(FAULTS)("[PAY-07] it answers with: %s", async (fault) => {
    fake.payments.set("7", "PAID");
    const door = await startFaultyService(fake.url);
    const port = real({ url: door.url });
    door.fault = fault;
    try {
      await expect(port.readPayment("7")).rejects.toThrow(/^The Bitcoin Cash service could not be asked: ./);
      expect(Object.keys(health.away)).toEqual(["payments"]);
      door.fault = null;
      expect(await port.readPayment("7")).toMatchObject({ txId: "7", status: "paid" });
      expect([health.away, door.strays()]).toEqual([{}, 0]);
    } finally {
      await door.close();
    }
  });

  test.each(["status 401", "another form", "another payment"])("[PAY-07] %s", async (trouble) => {
    fake.payments.set("7", "PAID");
    fake.trouble = trouble;
    try {
      await expect(real().readPayment("7")).rejects.toBeInstanceOf(BitcoinCashUnreachable);
    } finally {
      fake.trouble = "";
    }
  });

  test("[PAY-07] nobody there; and without the secret it is not even asked", async () => {
    await expect(real({ url: "http://127.0.0.1:9" }).readPayment("7")).rejects.toBeInstanceOf(BitcoinCashUnreachable);
    expect(await real({ secret: undefined }).readPayment("7")).toBeNull();
    const body = new TextEncoder().encode(JSON.stringify({ token: "", payment: { tx_id: "7", status: "PAID" } }));
    expect(real({ secret: undefined }).readWebhook(body)).toEqual({ ok: false, fault: "not_set_up" });
  });
});
