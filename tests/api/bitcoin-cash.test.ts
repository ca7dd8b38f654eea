import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { askForPayments } from "#src/features/payments/commands/bitcoin-cash.server.ts";
import { passTime, secondInstance } from "#tests/support/identity.ts";
import { paidBy, rowsOf, membershipOf } from "#tests/support/payments.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

const SECRET = "608-the-secret-token";

const ASKED = { amount_fiat: 15, fiat_currency: "USD", amount_crypto: 0.03, paid_amount_crypto: 0.03 };

/** What the payment service says of each payment when it is asked; a number is a status of HTTP. */
const states = new Map<string, string | number>();
let service: Server;
let site: TestSite;
let made = 0;
beforeAll(async () => {
  service = createServer((request, response) => {
    const txId = decodeURIComponent(request.url?.split("/").at(-1) ?? "");
    const state = states.get(txId) ?? 404;
    response.writeHead(typeof state === "number" ? state : 200, { "content-type": "application/json" });
    response.end(JSON.stringify({ data: { tx_id: txId, status: state, ...ASKED } }));
  });
  await new Promise<void>((done) => service.listen(0, "127.0.0.1", done));
  site = await startTestSite({
    PROMPT_CASH_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
    PROMPT_CASH_TOKEN: "608-public",
    PROMPT_CASH_SECRET: SECRET,
    RATE_LIMIT_FACTOR: "1000",
  });
});
afterAll(async () => {
  await site.close();
  service.close();
});

async function newcomer() {
  made += 1;
  return site.signedIn({ email: `wallet${made}@example.com` });
}

async function begin(body: unknown, as?: string): Promise<{ txId: string; frameUrl: string; pageUrl: string }> {
  const answer = await site.post("/api/payments/bitcoin-cash", body, as);
  expect(answer.status).toBe(200);
  return (await answer.json()) as { txId: string; frameUrl: string; pageUrl: string };
}
const beginMonth = (as?: string) => begin({ purpose: "membership" }, as);

const tell = async (txId: string, status: string, token = SECRET, amounts: Record<string, unknown> = {}) =>
  (await site.post("/api/webhooks/prompt-cash", { token, payment: { tx_id: txId, status, ...ASKED, ...amounts } }))
    .status;

test("[PAY-05, PAY-07] a paid month makes a member for a month; another goes on from its end", async () => {
  const { token, userId } = await newcomer();
  const { txId, pageUrl } = await beginMonth(token);
  expect(Object.fromEntries(new URL(pageUrl).searchParams)).toMatchObject({
    tx_id: txId,
    amount: "15",
    currency: "USD",
  });
  expect(await membershipOf(site, token)).toMatchObject({ state: "none" });
  expect(await tell(txId, "PAID")).toBe(200);
  expect(await membershipOf(site, token)).toMatchObject({ state: "ending", day: "2026-12-21", role: "member" });
  await tell((await beginMonth(token)).txId, "PAID");
  expect(await membershipOf(site, token)).toMatchObject({ day: "2027-01-21" });
  expect(await paidBy(site, userId)).toMatchObject([{ cents: 1500 }, { cents: 1500 }]);
});

test("[PAY-05, PAY-07] a month bought late on January 30 ends on the last evening of February, by the group's clock", async () => {
  onTestFinished(() => void vi.useRealTimers());
  passTime((Date.parse("2027-01-31T02:00:00Z") - site.app.clock.now().getTime()) / 60_000);
  const { token } = await newcomer();
  expect(await tell((await beginMonth(token)).txId, "PAID")).toBe(200);
  expect(await membershipOf(site, token)).toMatchObject({ state: "ending", day: "2027-02-28" });
});

test("[PAY-07, PAY-08] told twice, late, at once or the other way round, it is one payment", async () => {
  const { token, userId } = await newcomer();
  const { txId } = await beginMonth(token);
  await tell(txId, "EXPIRED");
  expect(await membershipOf(site, token)).toMatchObject({ state: "none" });
  const statuses = await Promise.all(Array.from({ length: 20 }, () => tell(txId, "PAID")));
  expect(new Set(statuses)).toEqual(new Set([200]));
  await tell(txId, "EXPIRED");
  // Paid is the last word: nothing that comes later makes it expired, or pays it once more.
  const status = () => rowsOf(site, sql`select status from bitcoin_cash_checkouts where tx_id = ${txId}`);
  expect(await status()).toEqual([{ status: "paid" }]);
  expect(await tell(txId, "PAID")).toBe(200);
  await tell(txId, "PENDING");
  expect(await status()).toEqual([{ status: "paid" }]);
  expect(await membershipOf(site, token)).toMatchObject({ state: "ending", role: "member" });
  expect(await paidBy(site, userId)).toHaveLength(1);
});

test("[PAY-07] what does not name the secret, or names a payment that we never began, changes nothing", async () => {
  const { token } = await newcomer();
  const { txId } = await beginMonth(token);
  const before = await rowsOf(site, sql`select count(*)::int as count from payments`);
  expect(await tell(txId, "PAID", "608-public")).toBe(400);
  expect(await tell(txId, "PAID", "")).toBe(400);
  expect(await tell("1795273200000", "PAID")).toBe(200);
  expect(await tell(txId, "DANCING")).toBe(422);
  for (const body of ["", "no json", "[]", `{"token":${JSON.stringify(SECRET)}}`]) {
    const answer = await site.fetch("/api/webhooks/prompt-cash", { method: "POST", body });
    expect([400, 422], body).toContain(answer.status);
  }
  expect(await membershipOf(site, token)).toMatchObject({ state: "none", role: "user" });
  expect(await rowsOf(site, sql`select count(*)::int as count from payments`)).toEqual(before);
});

test("[PAY-07] a payment that was begun with another service is not settled by this one's word", async () => {
  const { token } = await newcomer();
  // Without a provider's settings, payments are demonstrated.
  const demonstration = await secondInstance(site);
  const begun = await demonstration.fetch("/api/payments/bitcoin-cash", {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ purpose: "membership" }),
  });
  await demonstration.close();
  const { txId } = (await begun.json()) as { txId: string };
  expect(await tell(txId, "PAID")).toBe(200);
  expect(await membershipOf(site, token)).toMatchObject({ state: "none", role: "user" });
  expect(await rowsOf(site, sql`select provider, status from bitcoin_cash_checkouts where tx_id = ${txId}`)).toEqual([
    { provider: "demonstration", status: "pending" },
  ]);
});

test("[PAY-04] who pays without signing in is found by a verified address, else an organizer is asked", async () => {
  const { userId, email } = await newcomer();
  const known = await begin({ purpose: "payment", email: ` ${email.toUpperCase()}`, username: "wallet-er" });
  expect(new URL(known.frameUrl).searchParams.get("desc")).toBe(`${email} walleter`);
  await tell(known.txId, "PAID");
  expect(await paidBy(site, userId)).toMatchObject([{ cents: 1500 }]);
  const unknown = await begin({ purpose: "payment", email: "nobody.here@example.net", username: "ghost" });
  await tell(unknown.txId, "PAID");
  expect(await rowsOf(site, sql`select user_id, note from payments where provider_ref = ${unknown.txId}`)).toEqual([
    { user_id: null, note: "nobody.here@example.net ghost" },
  ]);
});

test("[PAY-04] what is missing is told at its field; two payments of one moment have names of their own", async () => {
  const answer = await site.post("/api/payments/bitcoin-cash", { purpose: "payment", email: "ana@", username: "" });
  expect([answer.status, ((await answer.json()) as { fields: unknown }).fields]).toEqual([
    422,
    { email: "Invalid email address", username: "Required" },
  ]);
  const begun = await Promise.all(Array.from({ length: 10 }, () => beginMonth()));
  expect(new Set(begun.map(({ txId }) => txId)).size).toBe(10);
  for (const { txId } of begun) expect(txId).toMatch(/^\d{13}$/);
});

test("[PAY-05, PAY-08] what is to be paid is ours to say, whatever amount comes along", async () => {
  for (const amount of [-1, 0.001, "20,00", "1e309"]) {
    const { frameUrl, pageUrl } = await begin({ purpose: "membership", amount, amountCents: amount });
    for (const url of [frameUrl, pageUrl]) expect(new URL(url).searchParams.get("amount")).toBe("15");
  }
});

test("[PAY-07] a payment whose news did not come is asked for, and one trouble keeps nobody from the next try", async () => {
  const { token } = await newcomer();
  const { txId } = await beginMonth(token);
  states.set(txId, 500);
  await askForPayments(site.app);
  expect(await membershipOf(site, token)).toMatchObject({ state: "none" });
  states.set(txId, "PAID");
  await askForPayments(site.app);
  await askForPayments(site.app);
  expect(await membershipOf(site, token)).toMatchObject({ state: "ending", role: "member" });
});

test("[PAY-05, PAY-07, PAY-08] less than was asked, or another currency, is booked for an organizer to see and makes no member", async () => {
  const { userId, token, email } = await newcomer();
  for (const [amounts, cents, currency] of [
    // The address of the service's page was changed before it was opened.
    [{ amount_fiat: 1, amount_crypto: 0.002, paid_amount_crypto: 0.002 }, 100, "usd"],
    [{ amount_fiat: "14.99" }, 1499, "usd"],
    [{ fiat_currency: "EUR" }, 1500, "eur"],
    // A third of the coins arrived.
    [{ paid_amount_crypto: 0.01 }, 500, "usd"],
    [{ amount_fiat: 0.0001 }, 1, "usd"],
  ] as const) {
    const { txId } = await beginMonth(token);
    expect(await tell(txId, "PAID", SECRET, amounts)).toBe(200);
    expect(await rowsOf(site, sql`select * from payments where provider_ref = ${txId}`)).toMatchObject([
      { user_id: userId, amount_cents: cents, currency, membership_id: null },
    ]);
  }
  expect(await membershipOf(site, token)).toMatchObject({ state: "none", role: "user" });
  const admin = await site.tokenFor(["Admins"]);
  const { payments } = (await (await site.fetch("/api/admin/memberships/payments", { as: admin })).json()) as {
    payments: { note: string }[];
  };
  const notes = payments.map(({ note }) => note).filter((note) => note.includes("$15 that was asked for"));
  expect(notes).toHaveLength(5);
  const receipts = (await site.mails()).filter(({ to }) => to === email);
  expect(receipts[0]?.text).toContain("it bought no membership");

  // More than was asked is no fault.
  const { txId } = await beginMonth(token);
  expect(await tell(txId, "PAID", SECRET, { amount_fiat: 15, paid_amount_crypto: 0.0301 })).toBe(200);
  expect(await membershipOf(site, token)).toMatchObject({ state: "ending", role: "member" });
});

test("[PAY-07] paid without an amount is not taken for paid: the service is asked until it says how much", async () => {
  const { token } = await newcomer();
  const { txId } = await beginMonth(token);
  for (const amounts of [
    { amount_fiat: undefined },
    { fiat_currency: undefined },
    { amount_fiat: -15 },
    { amount_fiat: "x" },
  ])
    expect(await tell(txId, "PAID", SECRET, amounts)).toBe(422);
  expect(await membershipOf(site, token)).toMatchObject({ state: "none" });
  states.set(txId, "PAID");
  await askForPayments(site.app);
  expect(await membershipOf(site, token)).toMatchObject({ role: "member" });
});

test("[PAY-07, SAFE-14] what is paid after its payer deleted the account is in the books, and nothing says whose it was", async () => {
  const { token, email } = await newcomer();
  const month = await beginMonth(token);
  const gift = await begin({ purpose: "payment", email, username: "leaves" });
  const remove = { method: "DELETE", headers: { "content-type": "application/json" }, body: '{"confirm":"DELETE"}' };
  expect((await site.fetch("/api/profile", { ...remove, as: token })).status).toBe(200);
  const begun = sql`(${month.txId}, ${gift.txId})`;
  const anonymous = { user_id: null, email: "", description: "" };
  expect(
    await rowsOf(site, sql`select user_id, email, description from bitcoin_cash_checkouts where tx_id in ${begun}`),
  ).toEqual([anonymous, anonymous]);
  expect(await tell(gift.txId, "EXPIRED")).toBe(200);
  for (const { txId } of [month, gift]) expect(await tell(txId, "PAID")).toBe(200);
  const booked = sql`select p.amount_cents, p.user_id, p.payer_email, p.note, m.user_id as member
    from payments p left join memberships m on m.id = p.membership_id where p.provider_ref in ${begun}`;
  const nobodys = { amount_cents: 1500, user_id: null, payer_email: "", note: "", member: null };
  expect(await rowsOf(site, booked)).toEqual([nobodys, nobodys]);
  expect((await site.mails()).filter(({ to }) => to === email)).toEqual([]);
});

test("[SAFE-10] the receipt to an address that was typed at the checkout repeats nothing that was typed beside it", async () => {
  const { txId } = await begin({ purpose: "payment", email: "victim@example.net", username: "buyCheapPills" });
  await tell(txId, "PAID");
  const [receipt] = (await site.mails()).filter(({ to }) => to === "victim@example.net");
  expect(receipt?.raw).toContain("$15.00");
  expect(`${receipt?.raw}${receipt?.text}${receipt?.html}`).not.toMatch(/pills/i);
});
