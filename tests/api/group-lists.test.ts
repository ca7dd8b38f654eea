import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { makeFirstChats } from "#src/features/chats/commands.server.ts";
import type { SettingsAnswer } from "#src/features/settings/schema.ts";
import { callEvent } from "#tests/support/events.ts";
import { newEvent } from "#tests/support/new-event.ts";
import { membershipOf, paidBy } from "#tests/support/payments.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

const SETTINGS = "/api/admin/settings";

let site: TestSite;
let boss: Awaited<ReturnType<TestSite["signedIn"]>>;
beforeEach(async () => {
  site = await startTestSite();
  boss = await site.signedIn({ groups: ["Admins"], email: "ada@example.com" });
});
afterEach(() => site.close());

const change = (body: unknown) =>
  site.fetch(SETTINGS, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    as: boss.token,
  });
const read = async () => (await (await site.fetch(SETTINGS, { as: boss.token })).json()) as SettingsAnswer;

/** Each value is refused with words that name the wrong line, and changes nothing. */
async function expectRefused(name: keyof SettingsAnswer["settings"], cases: readonly (readonly [string, string])[]) {
  const before = (await read()).settings;
  for (const [value, words] of cases) {
    const answer = await change({ [name]: value });
    const { fields } = (await answer.json()) as { fields: Record<string, string> };
    expect([answer.status, fields], value).toEqual([422, { [name]: expect.stringContaining(words) }]);
  }
  expect((await read()).settings).toEqual(before);
}

test("[DESK-02, JOIN-10] a list of interests that the join form could not send is refused, line by line", async () => {
  await expectRefused("interests", [
    [" \n ", "Enter at least one interest."],
    ["yoga\nchess, darts", "This line has one: chess, darts"],
    ["yoga\nchess\nYoga", "This one is listed twice: Yoga"],
    [
      Array.from({ length: 30 }, (_, index) => `interest ${index + 10}`).join("\n"),
      "can have 299 characters. These have 359: ",
    ],
  ]);
  expect((await change({ interests: "\n surfing \n\nchess" })).status).toBe(200);
  expect(site.app.config.group.interests).toEqual(["surfing", "chess"]);
});

test("[DESK-02, DESK-04] people who chose an interest that is no longer offered can still be written to by it", async () => {
  await change({ interests: "surfing" });
  await site.addUser({ email: "old@example.com", status: "approved", reInterestedInEvents: ["hiking"] });
  const segment = { kind: "interested", interest: "hiking" };
  const audience = await site.post("/api/admin/announcements/audience", { segment }, boss.token);
  expect(await audience.json()).toMatchObject({ people: 1 });
});

test("[DESK-02, SIDE-06] a merchant needs a name, a purpose, an address and a point; the picture on the map follows", async () => {
  await expectRefused("merchants", [
    ["\n", "List at least one merchant"],
    ["Pier Coffee | Coffee | 1 Pier St", "Line 1: “latitude, longitude” is missing."],
    ["Pier Coffee | | 1 Pier St | 30.29, -81.39", "Line 1: “what for” is missing."],
    [
      "Pier Coffee | Coffee | 1 Pier St | 30.29, -81.39\n\nNet Shop | Nets | 7 Pier St | 130.29, -81.39",
      "Line 3: Net Shop. The latitude 130.29 is out of range. It must be from -85 to 85.",
    ],
    [
      "Pier Coffee | Coffee | 1 Pier St | 30.29, 181",
      "Line 1: Pier Coffee. The longitude 181 is out of range. It must be from -180 to 180.",
    ],
    [
      "Pier Coffee | Coffee | 1 Pier St | at the pier",
      "Line 1: Pier Coffee. “at the pier” is not a latitude and longitude in degrees, such as 30.3238, -81.3972.",
    ],
  ]);
  const saved = "Pier Coffee | Coffee | 1 Pier St | 30.29, -81.39 | Over the bridge. | Ring twice.";
  expect((await change({ merchants: saved })).status).toBe(200);
  expect(site.app.config.group.merchants).toEqual([
    {
      id: "1",
      name: "Pier Coffee",
      kind: "Coffee",
      address: "1 Pier St",
      way: ["Over the bridge.", "Ring twice."],
      at: [30.29, -81.39],
    },
  ]);
  const picture = await (await site.fetch("/maps/merchants.svg")).text();
  expect(picture.match(/<text y="-17"/g)).toHaveLength(1);
});

test("[DESK-02, CREATE-06, CHAT-06] a new chat group gets a chat and takes events; one that is taken out keeps both", async () => {
  await expectRefused("chatGroups", [
    ["", "Enter at least one chat group."],
    ["Surf\nsurf!", "This one is already used: surf!"],
    ["Surf\nAnnouncements", "This one is already used: Announcements"],
    ["Surf\n瑜伽", "This one has none: 瑜伽"],
    ["x".repeat(61), "A name has at most 60 characters. This one has 61: x"],
    [
      Array.from({ length: 31 }, (_, index) => `Group ${index}`).join("\n"),
      "List at most 30 chat groups. There are 31.",
    ],
  ]);
  await makeFirstChats(site.app);
  const { id, chat } = await site.addEvent(makeEvent({ day: "2026-11-28", title: "Salsa", chat: "Dance" }));
  expect((await change({ chatGroups: "Volleyball\nSurf\nOther Events\nEverything else" })).status).toBe(200);
  const { data } = (await (await site.post("/graphql", { query: "{ chats { name } }" }, boss.token)).json()) as {
    data: { chats: { name: string }[] };
  };
  const names = data.chats.map(({ name }) => name);
  expect(names.slice(-2)).toEqual(["Surf", "Everything else"]);
  expect(names.filter((name) => name === "Dance" || name === "Volleyball")).toHaveLength(2);

  const create = async (title: string, more: Record<string, unknown>) => {
    const answer = await site.post("/api/social-events", newEvent(title, more), boss.token);
    const { dbVal, fields } = (await answer.json()) as { dbVal?: { chat: string }; fields?: object };
    return dbVal?.chat ?? fields;
  };
  expect(await create("Waves", { chat: "Surf" })).toBe("Surf");
  expect(await create("Tango", { chat: "Dance" })).toEqual({ chat: "Pick one of the chat groups." });
  expect(await create("Picnic", { chat: undefined })).toBe("Everything else");
  const edit = async (body: object) =>
    (await callEvent(site, "PATCH", id, { as: boss.token, body: { scope: "this", ...body } })).status;
  expect([chat, await edit({ title: "Salsa night" }), await edit({ chat: "Dance" })]).toEqual(["Dance", 200, 200]);
  expect([await edit({ chat: "Rock Climbing" }), await edit({ chat: "Surf" }), await edit({ chat: "Dance" })]).toEqual([
    422, 200, 422,
  ]);
});

test("[DESK-02, PAY-05, PAY-07] prices count for what is paid from then on; a month of before keeps its own", async () => {
  await expectRefused("monthlyPrice", [
    ["", "Enter a price in dollars such as 20 or 12.50."],
    ["0", "Enter a price"],
    ["-5", "Enter a price"],
    ["1,00", "Enter a price"],
  ]);
  await expectRefused("bitcoinCashPrice", [["a lot", "Enter a price"]]);
  const payer = await site.signedIn({ email: "payer@example.com" });
  const pay = () =>
    site.post("/api/demonstration/checkout", {
      attempt: randomUUID(),
      outcome: "paid",
      email: payer.email,
      reference: payer.userId,
    });
  await pay();
  expect((await change({ monthlyPrice: "12.5", bitcoinCashPrice: "$18" })).status).toBe(200);
  expect((await read()).settings).toMatchObject({ monthlyPrice: "$12.50", bitcoinCashPrice: "$18" });
  await pay();
  expect(await paidBy(site, payer.userId)).toMatchObject([{ cents: 2000 }, { cents: 1250 }]);
  expect(await membershipOf(site, payer.token)).toMatchObject({ state: "active" });
  const begin = async (purpose: object) => {
    const answer = await site.post("/api/payments/bitcoin-cash", purpose, payer.token);
    const { txId } = (await answer.json()) as { txId: string };
    const { rows } = await site.app.db.execute(
      `select amount_cents from bitcoin_cash_checkouts where tx_id = '${txId}'`,
    );
    return rows[0];
  };
  expect(await begin({ purpose: "membership" })).toEqual({ amount_cents: 1800 });
  expect(await begin({ purpose: "payment", email: payer.email, username: "payer" })).toEqual({ amount_cents: 1500 });

  // What was paid before is what can be given back.
  const books = async () => {
    const answer = await site.fetch(`/api/admin/memberships?userId=${payer.userId}`, { as: boss.token });
    return ((await answer.json()) as { payments: { id: string; amount: string }[] }).payments;
  };
  const first = (await books()).find(({ amount }) => amount === "$20.00");
  const refund = (amountCents: number) =>
    site.post(
      `/api/admin/memberships/payments/${first?.id}/refund`,
      { note: "Moved away", amountCents, refundedCents: 0 },
      boss.token,
    );
  expect((await refund(2000)).status).toBe(200);
  expect((await books()).map(({ amount }) => amount).toSorted()).toEqual(["$20.00", "$12.50", "-$20.00"].toSorted());
});
