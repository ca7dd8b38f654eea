import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newcomer } from "#tests/support/events.ts";
import { appCode, FACTORS, signedUp } from "#tests/support/factors.ts";
import { holdBack } from "#tests/support/locks.ts";
import { invoiceObject, makeEvent, MONTH, paidBy, rowsOf, SECRET, send, unix } from "#tests/support/payments.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

const PROMPT_CASH_SECRET = "608-the-secret-token";
const BOOKS = "/api/admin/memberships";

let site: TestSite;
let admin: string;
beforeAll(async () => {
  site = await startTestSite({
    STRIPE_WEBHOOK_SECRET: SECRET,
    PROMPT_CASH_URL: "http://127.0.0.1:1",
    PROMPT_CASH_TOKEN: "608-public",
    PROMPT_CASH_SECRET,
    RATE_LIMIT_FACTOR: "1000",
  });
  admin = await site.tokenFor(["Admins"]);
});
afterAll(() => site.close());

type Person = Awaited<ReturnType<typeof newcomer>>;

const change = (method: string, path: string, body: unknown, as: string) =>
  site.fetch(path, { method, as, headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

const record = ({ userId }: Person) =>
  site.post(BOOKS, { requestId: randomUUID(), userId, method: "cash", amountCents: 2000, paidOn: "2026-11-20" }, admin);

async function idOfPayment(isIt: ReturnType<typeof sql>): Promise<string> {
  const [row] = await rowsOf(site, sql`select id from payments where ${isIt}`);
  return String(row?.["id"]);
}

test("[PAY-07, PAY-08] a payment that is assigned while its card's next month comes in: both end, and both are the payer's", async () => {
  const payer = await newcomer(site);
  const start = unix("2026-11-10T15:00:00Z");
  const card = { subscription: "sub_race", customer: "cus_race", cents: 2000, start, end: start + MONTH };
  const month = (id: string, email: string) =>
    send(site, makeEvent("invoice.paid", start, invoiceObject({ ...card, id, email })));
  expect((await month("in_race_1", "nobody@elsewhere.example")).status).toBe(200);
  const assign = `${BOOKS}/payments/${await idOfPayment(sql`provider_ref = 'in_race_1'`)}/assign`;
  // Each has locked what the other needs next: the payment, and the membership.
  const [assigned, told] = await holdBack(
    site,
    sql`select from users where user_id = ${payer.userId} for update`,
    () => site.post(assign, { userId: payer.userId }, admin),
    () => month("in_race_2", payer.email),
  );
  expect([assigned.status, told.status]).toEqual([200, 200]);
  expect(await paidBy(site, payer.userId)).toMatchObject([{ ref: "in_race_1" }, { ref: "in_race_2" }]);
  expect(await rowsOf(site, sql`select user_id from memberships where provider_id = 'sub_race'`)).toEqual([
    { user_id: payer.userId },
  ]);
});

test("[SAFE-05] two tabs that set up an authenticator app at once both show a code to scan, and the later one counts", async () => {
  const owner = await signedUp(site, "two.tabs@example.com");
  const begin = () => owner.call("POST", `${FACTORS}/authenticator`);
  const account = sql`select from accounts where email = ${owner.email} for update`;
  const [first, second] = await holdBack(site, account, begin, begin);
  expect([first.status, second.status]).toEqual([200, 200]);
  const confirm = ({ body }: typeof first) =>
    owner.call("POST", `${FACTORS}/authenticator/confirm`, {
      code: appCode(String(body["secret"]), site.app.clock.now()),
    });
  expect([(await confirm(first)).status, (await confirm(second)).status]).toEqual([422, 200]);
});

/** From now on the first write of a row of this table gives way to another writer's locks, and no later one. */
async function giveWayOnce(table: string): Promise<void> {
  await site.app.db.execute(sql`create sequence writes_tried`);
  await site.app.db.execute(sql`create function give_way() returns trigger language plpgsql as $$
    begin if nextval('writes_tried') = 1 then raise deadlock_detected; end if; return new; end $$`);
  await site.app.db.execute(sql`create trigger give_way before insert or update on ${sql.identifier(table)}
    for each row execute function give_way()`);
}

/** How many writes were tried since {@link giveWayOnce}. */
async function writesTried(): Promise<unknown> {
  const [row] = await rowsOf(site, sql`select last_value::int as tried from writes_tried`);
  await site.app.db.execute(sql`drop function give_way cascade`);
  await site.app.db.execute(sql`drop sequence writes_tried`);
  return row?.["tried"];
}

type Prepare = (person: Person) => Promise<() => Promise<Response>>;

const bitcoinCashNews: Prepare = async ({ token }) => {
  const begun = await site.post("/api/payments/bitcoin-cash", { purpose: "membership" }, token);
  const { txId: tx_id } = (await begun.json()) as { txId: string };
  const amounts = { amount_fiat: 15, fiat_currency: "USD", amount_crypto: 0.03, paid_amount_crypto: 0.03 };
  const news = { token: PROMPT_CASH_SECRET, payment: { tx_id, status: "PAID", ...amounts } };
  return () => site.post("/api/webhooks/prompt-cash", news);
};

const correction: Prepare = async (person) => {
  expect((await record(person)).status).toBe(200);
  const path = `${BOOKS}/payments/${await idOfPayment(sql`user_id = ${person.userId}`)}/correct`;
  return () => site.post(path, { note: "Written down twice" }, admin);
};

const SOCIALS = { socials: "instagram: @once" };
const ownChange: Prepare = async (person) => () => change("PATCH", "/api/profile", SOCIALS, person.token);
const organizersChange: Prepare = async (person) => () =>
  change("PUT", `/api/pending-join-requests/users/${person.userId}`, SOCIALS, admin);

test.each<[rows: string, what: string, table: string, prepare: Prepare]>([
  ["PAY-08", "a payment by hand", "payments", async (person) => () => record(person)],
  ["PAY-08", "a correction in the books", "payments", correction],
  ["PAY-07", "news of a payment in Bitcoin Cash", "payments", bitcoinCashNews],
  ["DASH-05", "a change of one's profile", "users", ownChange],
  ["ADMIN-09", "an organizer's change of a record", "users", organizersChange],
])("[%s] %s that loses a race for locks is done once the other is through", async (_rows, _what, table, prepare) => {
  const call = await prepare(await newcomer(site));
  await giveWayOnce(table);
  const { status } = await call();
  expect([status, await writesTried()]).toEqual([200, 2]);
});
