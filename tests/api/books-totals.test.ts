import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rowsOf } from "#tests/support/payments.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

const BOOKS = "/api/admin/memberships/payments";

let site: TestSite;
let admin: string;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
  ({ token: admin } = await site.signedIn({ groups: ["Admins"], email: "boss@example.com" }));
});
afterAll(() => site.close());

test("[DESK-06] payments of two months, one of them given back in part", async () => {
  const people = await Promise.all(
    [
      ["Zoë", "Carter"],
      ["Ana", "Ruiz"],
      ["=HYPERLINK(1)", "Formula"],
    ].map(([firstName, lastName], index) =>
      site.signedIn({ email: `payer${index}@example.com`, user: { firstName, lastName } }),
    ),
  );
  const pay = (person: number, amountCents: number, paidOn: string, more: { method?: string; note?: string } = {}) =>
    site.post(
      "/api/admin/memberships",
      { requestId: randomUUID(), userId: people[person]?.userId, method: "cash", amountCents, paidOn, ...more },
      admin,
    );
  for (const paid of [
    await pay(0, 2000, "2026-11-20"),
    await pay(0, 1500, "2026-10-31", { method: "venmo", note: "Bonfire wood" }),
    await pay(1, 2550, "2026-11-01"),
    await pay(2, 999, "2026-11-02", { note: "@SUM(A1)" }),
  ])
    expect(paid.status).toBe(200);
  const [wood] = await rowsOf(site, sql`select id from payments where note = 'Bonfire wood'`);
  expect(
    (await site.post(`${BOOKS}/${String(wood?.["id"])}/correct`, { note: "Half back", amountCents: 500 }, admin))
      .status,
  ).toBe(200);
});

type Totals = { months: { month: string; title: string; amount: string; methods: Record<string, unknown>[] }[] };
const totals = async (query = "") =>
  (await (await site.fetch(`/api/admin/memberships/totals${query}`, { as: admin })).json()) as Totals;
const amounts = async (query: string) =>
  (
    (await (await site.fetch(`${BOOKS}${query}`, { as: admin })).json()) as { payments: { amount: string }[] }
  ).payments.map(({ amount }) => amount);

test("[DESK-06, O10] totals by month of the group and by way of payment, with what was given back taken off", async () => {
  const { months } = await totals();
  const [november] = months;
  expect(november).toMatchObject({ month: "2026-11", title: "November 2026" });
  expect(november?.methods).toEqual([
    { method: "cash", name: "Cash", amount: "$55.49", count: 3 },
    { method: "venmo", name: "Venmo", amount: "-$5.00", count: 0 },
  ]);
  expect(november?.amount).toBe("$50.49");
  expect(months[1]).toMatchObject({ month: "2026-10", amount: "$15.00" });
  expect((await totals("?method=venmo")).months.map(({ amount }) => amount)).toEqual(["-$5.00", "$15.00"]);
});

test("[DESK-06, O10] payments are found by name, email, note, month and way", async () => {
  expect(await amounts("?search=zoe")).toEqual(["-$5.00", "$20.00", "$15.00"]);
  expect(await amounts("?search=payer1@example")).toEqual(["$25.50"]);
  expect(await amounts("?search=BONFIRE")).toEqual(["$15.00"]);
  expect(await amounts("?search=100%25")).toEqual([]);
  expect(await amounts("?month=2026-10")).toEqual(["$15.00"]);
  expect(await amounts("?month=2026-11&method=venmo")).toEqual(["-$5.00"]);
  const refused = await site.fetch(`${BOOKS}?month=2026-13`, { as: admin });
  expect(refused.status).toBe(422);
  expect(((await refused.json()) as { fields: { month: string } }).fields.month).toContain("like 2026-11");
});

test("[DESK-06, O10] what is shown is saved as a file that no spreadsheet runs, and the log says so", async () => {
  const file = await site.post(`${BOOKS}/export`, { month: "2026-11", method: "cash" }, admin);
  expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(file.headers.get("content-disposition")).toContain("payments-2026-11-21.csv");
  const [head, ...rows] = (await file.text()).trimEnd().split("\r\n");
  expect(head).toBe("Day,What,Amount,Currency,Name,Email,Note,Reference");
  expect(rows.map((row) => row.split(",").slice(0, 4).join(","))).toEqual([
    "2026-11-20,Cash,20.00,USD",
    "2026-11-02,Cash,9.99,USD",
    "2026-11-01,Cash,25.50,USD",
  ]);
  expect(rows[1]).toContain("'=HYPERLINK(1)");
  expect(rows[1]).toContain("'@SUM(A1)");
  expect(await rowsOf(site, sql`select after from audit_log where action = 'payments_exported'`)).toEqual([
    { after: { month: "2026-11", method: "cash", searched: false, total: 3 } },
  ]);
  // What went back is a number too.
  const back = await (await site.post(`${BOOKS}/export`, { method: "venmo" }, admin)).text();
  expect(back).toContain(",-5.00,USD,");
  expect(back).toContain(",15.00,USD,");
});
