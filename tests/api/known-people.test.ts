import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { restMap } from "#src/api/rest.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { users } from "#src/db/tables/users.ts";
import { normalizeEmail, phoneDigits } from "#src/shared/contact.ts";
import { makeEvent } from "#seeds/factories.ts";
import { OTHER_PASSWORD, PASSWORD, signUpWhole, authOf } from "#tests/support/identity.ts";
import { joinForm } from "#tests/support/join-form.ts";
import { type Contact, guardedRows, makeKnownPeople, mixtures } from "#tests/support/known-people.ts";
import { POLICY_TABLE, PUBLIC } from "#tests/support/policy-table.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let contacts: Contact[];
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000000" });
  await site.addEvent(PUBLIC);
  contacts = mixtures(await makeKnownPeople(site));
});
afterAll(() => site.close());

const NAMES = { firstName: "Mallory", lastName: "Moon" };
const ATTACK = {
  ...NAMES,
  zsex: "female",
  shirtsize: "XL",
  message: "mine now",
  referredBy: "me",
  socials: "instagram: m",
};
const FORM = { ...NAMES, sex: "female", message: "mine now" };

type Send = { readonly body: (contact: Contact) => unknown; readonly answers: readonly number[] };
const auth = (more: Record<string, unknown>, ...answers: number[]): Send => ({
  body: ({ email }) => ({ email, ...more }),
  answers,
});
const nothing: Send = { body: () => ({}), answers: [200, 400, 401, 403, 404, 405, 422, 503] };

/** Every call that answers somebody without a token and may write. The statuses say that it got past its checks. */
const PUBLIC_WRITES: Readonly<Record<string, Send>> = {
  "post /api/join": { body: (contact) => joinForm({ ...ATTACK, ...contact }), answers: [200] },
  "post /api/form-submission": {
    body: (contact) => ({ ...FORM, ...contact, formType: "waitingList" }),
    answers: [200],
  },
  "post /api/social-events/:eventId/place-requests": {
    body: (contact) => ({ ...NAMES, ...contact }),
    answers: [200, 429],
  },
  // The secret of a link is in a mail to the owner of the address.
  "post /api/guest-place": { body: () => ({ token: "x".repeat(43) }), answers: [404] },
  "post /api/place": { body: () => ({ token: "x".repeat(43) }), answers: [404] },
  "put /api/place": { body: () => ({ token: "x".repeat(43), answer: "going" }), answers: [404] },
  "post /api/reports": { body: ({ email }) => ({ message: "mine now", email }), answers: [200] },
  "post /api/support": { body: (contact) => ({ ...FORM, ...contact }), answers: [200] },
  // The id of a notification is in the notification only.
  "post /api/push/opened": { body: () => ({ id: "x" }), answers: [200] },
  "post /api/unsubscribe": { body: (contact) => ({ ...FORM, ...contact }), answers: [200] },
  "post /api/payments/bitcoin-cash": {
    body: ({ email }) => ({ purpose: "payment", email, username: "Mallory" }),
    answers: [200],
  },
  "post /api/auth/sign-in": auth({ password: OTHER_PASSWORD }, 401),
  "post /api/auth/sign-up": auth({ password: PASSWORD, confirmPassword: PASSWORD }, 200),
  // Closed once the site has an organizer, and without the code of its start.
  "post /api/auth/setup": auth(
    { code: "x", groupName: "Mine", areaName: "Here", timeZone: "America/New_York", password: PASSWORD },
    409,
    429,
  ),
  "post /api/auth/confirm": auth({ code: "000000" }, 422),
  "post /api/auth/resend-code": auth({}, 200),
  "post /api/auth/forgot-password": auth({}, 200),
  "post /api/auth/reset-password": auth({ code: "000000", password: PASSWORD, confirmPassword: PASSWORD }, 422),
  // They go on with a sign-in whose password was right, or with a passkey: nobody unknown has either.
  "post /api/auth/second-factor": auth({ code: "000000" }, 401, 422),
  "post /api/auth/second-factor/passkey": auth({}, 401, 422),
  "post /api/auth/passkey": auth({}, 401, 422),
  "post /api/auth/passkey/options": auth({}, 200, 422),
  // A link and its number are in a mail to the owner; what a provider says of somebody is signed by it.
  "post /api/auth/link": auth({}, 200, 429),
  "post /api/auth/link-sign-in": auth({ token: "x".repeat(43), number: "000000" }, 401, 404, 422),
  "post /api/auth/openid": auth({}, 404),
  "post /api/auth/openid-sign-in": auth({ query: "code=1&state=2" }, 401, 404, 422),
  "post /api/auth/refresh": auth({}, 401),
  "post /api/auth/sign-out": auth({ everywhere: true }, 200),
  "put /api/social-events": nothing,
  "post /u/:token": nothing,
  "post /api/social-events/:eventId/photos/:key/takedown": {
    body: ({ email }) => ({ email, reason: "It is me" }),
    answers: [404],
  },
  "post /api/webhooks/groupme/:secret": nothing,
  // They take what a payment service signed, not what somebody typed.
  "post /api/webhooks/stripe": {
    body: ({ email }) => ({ data: { object: { customer_email: email } } }),
    answers: [400],
  },
  "post /api/webhooks/prompt-cash": nothing,
  "post /api/demonstration/checkout": {
    body: ({ email }) => ({ attempt: crypto.randomUUID(), outcome: "paid", reference: "", email }),
    answers: [200, 422],
  },
  "post /api/demonstration/subscriptions/:id/:deed": nothing,
  "post /demonstration/bitcoin-cash": nothing,
};

/** Calls of which the table of who may do what says that a visitor never gets in. */
function isClosed(call: string): boolean {
  const rows = POLICY_TABLE.filter(([, method, path]) => `${method} ${path}` === call);
  return rows.length > 0 && rows.every(([, , , , visitor]) => visitor === 401);
}

const writes = () =>
  [...new Set(site.routes.map(({ method, path }) => `${method.toLowerCase()} ${path}`))].filter(
    (call) => !/^(?:get|all) /.test(call),
  );

const pathOf = (path: string) =>
  path.replace(/:(\w+)/g, (_, name: string) => (name === "id" || name === "eventId" ? PUBLIC.id : "nobodys"));

async function sendAll(call: string, { body, answers }: Send): Promise<void> {
  const [method = "", path = ""] = call.split(" ");
  const bodies = new Set(contacts.map((contact) => JSON.stringify(body(contact))));
  for (const text of bodies) {
    const answer = await site.fetch(pathOf(path), {
      method: method.toUpperCase(),
      headers: { "content-type": "application/json" },
      body: text,
    });
    expect([call, text, answers.includes(answer.status) ? "expected" : answer.status]).toEqual([
      call,
      text,
      "expected",
    ]);
  }
}

test("[SAFE-01] every call that writes is either closed to visitors or sent below", () => {
  const calls = writes();
  expect(calls.length).toBeGreaterThan(restMap.filter(({ method }) => method !== "get").length);
  expect(calls.filter((call) => !isClosed(call) && !(call in PUBLIC_WRITES))).toEqual([]);
  // What answers any method: middleware, GraphQL (below), and what is not there.
  const all = new Set(site.routes.filter(({ method }) => method === "ALL").map(({ path }) => path));
  expect([...all].toSorted()).toEqual(["/*", "/api/*", "/graphql"]);
});

test("[SAFE-01] no public call changes anything of somebody known, however they are named", async () => {
  const before = await guardedRows(site);
  for (const [call, send] of Object.entries(PUBLIC_WRITES)) {
    await sendAll(call, send);
    const after = new Set(await guardedRows(site));
    expect([call, before.filter((row) => !after.has(row))]).toEqual([call, []]);
  }
  // The join form made a person of its own for each address with a number: nothing was refused into silence.
  const made = await site.app.db.select().from(users).where(eq(users.firstName, "Mallory"));
  const normalized = contacts.map(({ email, phone }) => `${normalizeEmail(email)} ${phoneDigits(phone)}`);
  expect(made.map(({ email, phone }) => `${email} ${phone}`).toSorted()).toEqual([...new Set(normalized)].toSorted());
});

test("[SAFE-01] no call that is closed to visitors changes anything for one", async () => {
  const before = await guardedRows(site);
  for (const call of writes().filter(isClosed)) {
    const body = (contact: Contact) => ({ ...ATTACK, ...contact, userId: "x", answer: "going", confirm: "DELETE" });
    await sendAll(call, { body, answers: [401, 415, 422] });
  }
  const after = new Set(await guardedRows(site));
  expect(before.filter((row) => !after.has(row))).toEqual([]);
});

test("[SAFE-01] no mutation of GraphQL gets in without a token", async () => {
  const before = await guardedRows(site);
  const [, body = ""] = /type Mutation \{([^}]*)\}/.exec(await (await site.fetch("/schema.graphql")).text()) ?? [];
  const calls = [
    'sendMessage(chatId: "chat-1", text: "mine now", clientId: "c") { id }',
    'editMessage(chatId: "chat-1", messageId: "m", text: "mine now") { id }',
    'deleteMessage(chatId: "chat-1", messageId: "m") { id }',
    'reactToMessage(chatId: "chat-1", messageId: "m", emoji: "👍", on: true) { id }',
    'markChatRead(chatId: "chat-1", seq: 1)',
  ];
  const names = [...body.matchAll(/^ {2}(\w+)(?=[(:])/gm)].map(([, name]) => name);
  expect(new Set(names)).toEqual(new Set(calls.map((call) => call.split("(")[0])));
  for (const call of calls)
    expect(await (await site.post("/graphql", { query: `mutation { ${call} }` })).text()).toContain("UNAUTHENTICATED");
  const after = new Set(await guardedRows(site));
  expect(before.filter((row) => !after.has(row))).toEqual([]);
});

test("[SAFE-01, SAFE-02] an address planted beside a known phone leads to a person of its own", async () => {
  const victim = await site.addUser({ email: "victim@example.com", phone: "9045557001" });
  await site.post("/api/join", joinForm({ ...ATTACK, email: "thief@example.com", phone: "904-555-7001" }));
  await signUpWhole(site, "thief@example.com");
  const { body } = await authOf(site).signIn("thief@example.com");
  const profile = await site.fetch("/api/profile", { as: String(body["idToken"]) });
  const mine = (await profile.json()) as { userId: string; firstName: string };
  expect(mine.firstName).toBe("Mallory");
  expect(mine.userId).not.toBe(victim.userId);
  const [row] = await site.app.db.select().from(users).where(eq(users.userId, victim.userId));
  expect(row).toMatchObject({ email: "victim@example.com", firstName: "Sam" });
});

test("[SAFE-02] an account is tied only to somebody with its verified address who has no account yet", async () => {
  const { db } = site.app;
  const taken = await site.signedIn({ email: "first@example.com" });
  // An organizer gave a person with an account somebody else's address.
  await db.update(users).set({ email: "second@example.com" }).where(eq(users.userId, taken.userId));
  await signUpWhole(site, "second@example.com");
  await authOf(site).signIn("second@example.com");
  const [account] = await db.select().from(accounts).where(eq(accounts.email, "second@example.com"));
  expect(account?.userId).toBeTruthy();
  expect(account?.userId).not.toBe(taken.userId);
  const free = await site.addUser({ email: "third@example.com", status: "approved" });
  await site.addUser({ email: "third@example.com" });
  await signUpWhole(site, "third@example.com");
  await authOf(site).signIn("third@example.com");
  const [tied] = await db.select().from(accounts).where(eq(accounts.email, "third@example.com"));
  expect(tied?.userId).toBe(free.userId);
});

test("[SAFE-02] the database refuses a second account of one person", async () => {
  const one = await site.signedIn({ email: "one@example.com" });
  const two = await site.signedIn({ email: "two@example.com" });
  const tie = site.app.db.execute(sql`update accounts set user_id = ${one.userId} where sub = ${two.sub}`);
  await expect(tie).rejects.toMatchObject({ cause: { constraint: "accounts_one_per_person" } });
});

test("[SAFE-02] signing up and applying with one address at once ends with one account and its person", async () => {
  for (let round = 0; round < 5; round += 1) {
    const email = `both${round}@example.com`;
    await signUpWhole(site, email);
    const form = joinForm({ email, phone: `904556${String(1000 + round)}` });
    await Promise.all([authOf(site).signIn(email), site.post("/api/join", form), authOf(site).signIn(email)]);
    const [account] = await site.app.db.select().from(accounts).where(eq(accounts.email, email));
    const [person] = await site.app.db
      .select()
      .from(users)
      .where(eq(users.userId, String(account?.userId)));
    expect(person?.email).toBe(email);
  }
});

test("[SAFE-01, DASH-04] what a stranger's join form said of somebody is not final for the owner of the address", async () => {
  const email = "victim@example.com";
  const planted = joinForm({ email, phone: "9045550666", zsex: "male", shirtsize: "XL" });
  expect((await site.post("/api/join", planted)).status).toBe(200);
  await signUpWhole(site, email);
  const as = String((await authOf(site).signIn(email)).body["idToken"]);
  const profile = async () => (await (await site.fetch("/api/profile", { as })).json()) as Record<string, unknown>;
  const correct = async (change: Record<string, string>) => {
    const headers = { "content-type": "application/json" };
    return (await site.fetch("/api/profile", { method: "PATCH", headers, body: JSON.stringify(change), as })).status;
  };
  expect(await profile()).toMatchObject({ phone: "9045550666", sex: "male", isFromJoinForm: true });
  expect(await correct({ phone: "9045550101", sex: "female", shirtSize: "S" })).toBe(200);
  const own = { phone: "9045550101", sex: "female", shirtSize: "S" };
  expect(await profile()).toMatchObject(own);
  expect(await profile()).not.toHaveProperty("isFromJoinForm");
  expect(await correct({ sex: "male" })).toBe(422);
  // Nor does the form, sent again, say it once more.
  await site.post("/api/join", { ...planted, message: "again" });
  expect(await profile()).toMatchObject(own);
  expect(await correct({ phone: "9045550102" })).toBe(422);
});

test("[DASH-04] what an organizer approved is final, although it came with a join form", async () => {
  const email = "approved-form@example.com";
  await site.post("/api/join", joinForm({ email, phone: "9045550777" }));
  await signUpWhole(site, email);
  const as = String((await authOf(site).signIn(email)).body["idToken"]);
  await site.app.db.update(users).set({ status: "approved" }).where(eq(users.email, email));
  const body = JSON.stringify({ phone: "9045550778" });
  const headers = { "content-type": "application/json" };
  expect((await site.fetch("/api/profile", { method: "PATCH", headers, body, as })).status).toBe(422);
});

test("[AUTH-10, EVT-09] an account without a person hosts no event that has no host", async () => {
  const { sub, token } = await site.signedIn({ email: "untied@example.com" });
  await site.app.db.update(accounts).set({ userId: null }).where(eq(accounts.sub, sub));
  const held = makeEvent({ day: "2026-12-14", title: "Nobody's", held: true });
  const open = makeEvent({ day: "2026-12-15", title: "Open", membersOnlyLocation: true, hostUserId: null });
  await site.addEvent({ ...held, hostUserId: null });
  await site.addEvent(open);
  const status = async (path: string, method = "GET") => {
    const body = method === "PATCH" ? JSON.stringify({ description: "mine now" }) : null;
    const headers = { "content-type": "application/json" };
    return (await site.fetch(path, { method, as: token, body, headers })).status;
  };
  const path = "/api/social-events";
  expect(await status(`${path}?id=${held.id}`)).toBe(404);
  for (const { id } of [held, open]) {
    expect([403, 404]).toContain(await status(`${path}/${id}`, "PATCH"));
    expect([403, 404]).toContain(await status(`${path}/${id}/settings`));
  }
  const { rows } = await site.app.db.execute(
    sql`select count(*)::int as n from social_events where description = 'mine now'`,
  );
  expect(rows).toEqual([{ n: 0 }]);
});
