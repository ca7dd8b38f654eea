import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DEMO_ACCOUNTS } from "#seeds/demo-people.ts";
import { hasDemoTown, recognizeDemoTown } from "#seeds/demo-rows.server.ts";
import { seedDemoTown } from "#seeds/demo-town.server.ts";
import { makeEvent } from "#seeds/factories.ts";
import { demoRows } from "#src/db/tables/demo-rows.ts";
import { eventRsvps } from "#src/db/tables/rsvps.ts";
import { DEMO_ADDRESSES } from "#src/shared/demo-addresses.ts";
import { callEvent } from "#tests/support/events.ts";
import { send } from "#tests/support/graphql.ts";
import { authOf, cookieHeader, PASSWORD, secondInstance } from "#tests/support/identity.ts";
import { joinForm } from "#tests/support/join-form.ts";
import { allTables, wholeRows } from "#tests/support/rows.ts";
import { runAtTerminal } from "#tests/support/terminal.ts";
import { PUBLIC_URL, startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
beforeEach(async () => {
  site = await startTestSite({ SEED_PASSWORD: PASSWORD, RATE_LIMIT_FACTOR: "100" });
  await seedDemoTown(site.app);
});
afterEach(() => site.close());

const clear = (...flags: string[]) =>
  runAtTerminal("src/server/admin.ts", ["clear-demo", ...flags], {
    DATABASE_URL: site.databaseUrl,
    DATA_DIR: site.app.config.dataDir,
    PUBLIC_URL,
    NODE_ENV: "production",
  }).shown;

/** Tables of machinery, whose rows are nobody's. */
const MACHINERY = new Set(["identity_keys", "rate_limits"]);

/** The rows of each table that has any. */
async function everything(): Promise<Record<string, string[]>> {
  const { db } = site.app;
  const tables = (await allTables(db)).filter((table) => !MACHINERY.has(table));
  const rows = await wholeRows(db, tables);
  return Object.fromEntries(Object.entries(rows).filter(([, its]) => its.length > 0));
}

async function one<T extends Record<string, unknown>>(statement: ReturnType<typeof sql>): Promise<T> {
  const { rows } = await site.app.db.execute<T>(statement);
  return rows[0] as T;
}

async function signIn(email: string): Promise<string> {
  const { body } = await authOf(site).signIn(email, PASSWORD);
  return String(body["idToken"]);
}

const firstEvent = async () =>
  (await one<{ id: string }>(sql`select id from social_events where day = '2026-11-23' order by id limit 1`)).id;

/** What somebody who tries the demo does with its accounts. */
async function play(): Promise<void> {
  const [admin, member] = [await signIn("admin@example.com"), await signIn("member@example.com")];
  const email = "member@example.com";
  const { user_id: reference } = await one<{ user_id: string }>(sql`select user_id from users where email = ${email}`);
  const paid = await site.post("/api/demonstration/checkout", {
    attempt: crypto.randomUUID(),
    outcome: "paid",
    email,
    reference,
  });
  expect(paid.status).toBe(200);
  const answered = await callEvent(site, "PUT", `${await firstEvent()}/rsvp`, {
    as: member,
    body: { answer: "going" },
  });
  expect(answered.status).toBe(200);
  expect((await send(site, member, "Testing, testing")).data.sendMessage).toBeTruthy();
  const body = {
    userIds: [(await one<{ id: string }>(sql`select user_id as id from users where first_name = 'Ben'`)).id],
  };
  const gone = await site.fetch(`/api/pending-join-requests/users/${body.userIds[0]}`, { method: "DELETE", as: admin });
  expect(gone.status).toBe(200);
}

test("[SAFE-03] the demo accounts are exactly the addresses that production refuses", () => {
  expect(DEMO_ACCOUNTS.map(({ email }) => email)).toEqual([...DEMO_ADDRESSES]);
});

test("[SAFE-03] clearing removes the town and all that its people did, in one go, and says so", async () => {
  await play();
  expect(Object.keys(await everything())).toEqual(
    expect.arrayContaining(["payments", "memberships", "audit_log", "mail_outbox", "chat_messages", "sessions"]),
  );
  const { code, out, err } = await clear();
  expect([code, err]).toEqual([0, ""]);
  expect(out).toMatch(
    /^Removed the demo town: 40 people, 6 accounts, \d+ events, \d+ RSVPs, \d+ chats, .+ other rows\./,
  );
  // The security log says that the command was run.
  expect(await everything()).toEqual({ security_events: [expect.stringContaining('"detail": "clear-demo"')] });
  expect((await clear()).out).toBe("There is no demo town in this database.\n");
});

test("[SAFE-03] what real people made stays as it was, and places that the town held are given to who waits", async () => {
  const ana = await site.signedIn({ email: "ana@beach.example", groups: ["Members"] });
  // The command's clock is the real one: after the event nobody is given its places.
  const event = makeEvent({ day: "2099-11-29", title: "Real Volleyball", capacity: 1, hostUserId: ana.userId });
  await site.post("/api/join", joinForm({ email: "real@beach.example", phone: "9045557777" }));
  await site.addEvent(event);
  const before = await everything();
  const member = await signIn("member@example.com");
  const rsvp = (as: string) => callEvent(site, "PUT", `${event.id}/rsvp`, { as, body: { answer: "going" } });
  expect((await rsvp(member)).status).toBe(200);
  const waits = await callEvent(site, "POST", `${event.id}/waiting-list`, { as: ana.token });
  expect(waits.status).toBe(200);
  expect((await clear()).err).toBe("");
  const after = await everything();
  for (const table of ["users", "accounts", "join_submissions"]) {
    const kept = before[table]?.filter((row) => row.includes("beach.example"));
    expect([table, after[table]]).toEqual([table, kept]);
  }
  expect(await one(sql`select going_count, waiting_count from social_events`)).toEqual({
    going_count: 1,
    waiting_count: 0,
  });
  expect(await site.app.db.select({ userId: eventRsvps.userId }).from(eventRsvps)).toEqual([{ userId: ana.userId }]);
});

test("[SAFE-03] what real people added to the town goes only when that is confirmed", async () => {
  const ana = await site.signedIn({ email: "ana@beach.example", groups: ["Members"] });
  const answer = { as: ana.token, body: { answer: "going" } };
  expect((await callEvent(site, "PUT", `${await firstEvent()}/rsvp`, answer)).status).toBe(200);
  await send(site, ana.token, "See you there!");
  const before = await everything();
  const refused = await clear();
  expect([refused.code, refused.out]).toEqual([1, ""]);
  expect(refused.err).toMatch(
    /^Real people have added to the demo town: 1 RSVP, 1 chat message, .*Nothing was removed\. .+clear-demo --confirm\n$/,
  );
  expect(await everything()).toEqual(before);
  expect((await clear("--confirm")).err).toBe("");
  const after = await everything();
  expect([after["users"]?.length, after["accounts"]?.length, after["social_events"]]).toEqual([1, 1, undefined]);
});

test("[SAFE-03] a town that was seeded before its rows were marked is recognized, whatever was changed in it since", async () => {
  const { db } = site.app;
  const marked = await db.select().from(demoRows);
  await db.delete(demoRows);
  // Edited since, and joined by somebody with a name of the town and an address of its accounts.
  await db.execute(sql`update users set email = 'morgan@beach.example' where email = 'member@example.com'`);
  await db.execute(sql`update social_events set description = 'Changed' where day = '2026-11-22'`);
  await site.addUser({ firstName: "Ana", lastName: "Ruiz", email: "user@example.com" });
  await db.transaction((tx) => recognizeDemoTown(tx, "America/New_York"));
  const sorted = (rows: typeof marked) => rows.map(({ table, id }) => `${table} ${id}`).toSorted();
  expect(sorted(await db.select().from(demoRows))).toEqual(sorted(marked));
});

test("[SAFE-03] what strangers can type is never taken for the demo town", async () => {
  const real = await startTestSite();
  try {
    for (const email of DEMO_ADDRESSES) await real.post("/api/join", joinForm({ email, phone: "9045550101" }));
    await real.app.db.transaction((tx) => recognizeDemoTown(tx, "America/New_York"));
    expect(await hasDemoTown(real.app.db)).toBe(false);
  } finally {
    await real.close();
  }
});

test("[SAFE-03] in production demo accounts are nobody: no sign-in, no session, cookie or token from before", async () => {
  const { body, cookies } = await authOf(site).signIn("admin@example.com", PASSWORD);
  const as = String(body["idToken"]);
  expect((await site.fetch("/api/profile", { as })).status).toBe(200);
  const production = await secondInstance(site, { NODE_ENV: "production", NOW: "" });
  try {
    expect((await authOf(production).signIn("admin@example.com", PASSWORD)).status).toBe(401);
    expect((await authOf(production).refresh(cookieHeader(cookies))).status).toBe(401);
    const headers = { authorization: `Bearer ${as}` };
    expect((await production.fetch("/api/profile", { headers })).status).toBe(401);
  } finally {
    await production.close();
  }
});
