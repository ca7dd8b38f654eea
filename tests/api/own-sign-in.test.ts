import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { users } from "#src/db/tables/users.ts";
import {
  authOf,
  codesTo,
  newestCode,
  OTHER_PASSWORD,
  PASSWORD,
  signUpWhole,
  wrongCode,
} from "#tests/support/identity.ts";
import { allTables, wholeRows } from "#tests/support/rows.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let auth: ReturnType<typeof authOf>;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
  auth = authOf(site);
});
afterAll(() => site.close());

/** A signed-in new account, as a browser sees it. */
async function enter(email: string) {
  await signUpWhole(site, email);
  return again(email);
}
async function again(email: string, password = PASSWORD) {
  const { status, body, cookies } = await auth.signIn(email, password);
  expect(status).toBe(200);
  return { token: String(body["idToken"]), cookies };
}
async function call(method: string, path: string, body: unknown, as: string) {
  const headers = { "content-type": "application/json" };
  const answer = await site.fetch(`/api/account/${path}`, { method, as, headers, body: JSON.stringify(body) });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
const subjectsTo = async (email: string) =>
  (await site.mails()).filter(({ to }) => to === email).map(({ subject }) => subject);
const isSignedIn = async (token: string) => (await site.fetch("/api/profile", { as: token })).status === 200;

test("[SAFE-07] a password is changed with the current one; other devices end and the owner is told", async () => {
  const email = "ana@example.com";
  const here = await enter(email);
  const elsewhere = await again(email);
  const change = (current: string, password: string) => call("PUT", "password", { current, password }, here.token);
  expect(await change(OTHER_PASSWORD, "Sea-oats-99")).toMatchObject({
    status: 422,
    body: { fields: { current: "This is not your current password." } },
  });
  expect(await change(PASSWORD, "Password1!")).toMatchObject({
    status: 422,
    body: { fields: { password: expect.any(String) } },
  });
  expect((await change(PASSWORD, "weak")).status).toBe(422);
  expect(await isSignedIn(elsewhere.token)).toBe(true);
  expect(await change(PASSWORD, OTHER_PASSWORD)).toEqual({ status: 200, body: { success: true } });
  expect([await isSignedIn(here.token), await isSignedIn(elsewhere.token)]).toEqual([true, false]);
  expect((await auth.signIn(email, PASSWORD)).status).toBe(401);
  await again(email, OTHER_PASSWORD);
  expect(await subjectsTo(email)).toContain("Your password was changed");
});

test("[SAFE-07] words of one's own name count for nothing in a password", async () => {
  const email = "sunny@example.com";
  const { token } = await enter(email);
  await site.app.db.update(users).set({ firstName: "Rosalind", lastName: "Okafor" }).where(eq(users.email, email));
  const refused = await call("PUT", "password", { current: PASSWORD, password: "Rosalind-Okafor-7" }, token);
  expect(refused).toMatchObject({ status: 422, body: { fields: { password: expect.stringContaining("your name") } } });
});

test("[SAFE-02] [SAFE-07] an email changes once its owner proves the new one: account and person together, both addresses told", async () => {
  const [old, email] = ["ben@example.com", "ben.new@example.com"];
  const { token } = await enter(old);
  const elsewhere = await again(old);
  const begun = await call("POST", "email", { email: " Ben.New@example.com " }, token);
  expect(begun).toMatchObject({ status: 200, body: { email: old, newEmail: email } });
  const code = await newestCode(site, email);
  expect((await call("PUT", "email", { code: wrongCode(code) }, token)).status).toBe(422);
  expect(await (await site.fetch("/api/profile", { as: token })).json()).toMatchObject({ email: old });
  expect((await call("PUT", "email", { code }, token)).status).toBe(200);
  expect(await (await site.fetch("/api/profile", { as: token })).json()).toMatchObject({ email });
  const people = await site.app.db.select({ email: users.email }).from(users).where(eq(users.email, old));
  expect(people).toEqual([]);
  expect(await site.app.db.select().from(users).where(eq(users.email, email))).toHaveLength(1);
  expect(await isSignedIn(elsewhere.token)).toBe(false);
  expect((await auth.signIn(old)).status).toBe(401);
  await again(email);
  for (const address of [old, email]) expect(await subjectsTo(address)).toContain("Your email was changed");
  // The old address opens nothing anymore, so its notice names people who can help.
  const notice = (await site.mails()).find(({ to, subject }) => to === old && subject === "Your email was changed");
  expect(notice?.text).toContain("/support");
  // Used once.
  expect((await call("PUT", "email", { code }, token)).status).toBe(422);
});

test("[SAFE-14] a deletion finds the address that somebody had before they changed it, too", async () => {
  const [old, email] = ["former.cleo@example.com", "cleo@example.com"];
  const { token } = await enter(old);
  await call("POST", "email", { email }, token);
  expect((await call("PUT", "email", { code: await newestCode(site, email) }, token)).status).toBe(200);
  expect(await subjectsTo(old)).toContain("Your email was changed");
  const headers = { "content-type": "application/json" };
  const gone = await site.fetch("/api/profile", { method: "DELETE", headers, body: '{"confirm":"DELETE"}', as: token });
  expect(gone.status).toBe(200);
  const content = await wholeRows(site.app.db, await allTables(site.app.db));
  const places = Object.keys(content).filter((table) => /cleo@/.test(JSON.stringify(content[table])));
  expect(places).toEqual([]);
  expect(await subjectsTo(old)).toEqual([]);
});

test("[SAFE-02] a code of somebody else's change, a sixth try and a missing code change nothing", async () => {
  const first = await enter("cleo@example.com");
  const second = await enter("dee@example.com");
  await call("POST", "email", { email: "cleo.new@example.com" }, first.token);
  const code = await newestCode(site, "cleo.new@example.com");
  expect((await call("PUT", "email", { code }, second.token)).status).toBe(422);
  expect((await call("PUT", "email", {}, first.token)).status).toBe(422);
  for (let tries = 0; tries < 5; tries += 1) await call("PUT", "email", { code: wrongCode(code) }, first.token);
  expect((await call("PUT", "email", { code }, first.token)).status).toBe(422);
});

test("[SAFE-02] an address that has an account answers alike, is told so, and is never taken over", async () => {
  const [owner, taken, free] = ["eva@example.com", "taken@example.com", "free@example.com"];
  const { token } = await enter(owner);
  await signUpWhole(site, taken);
  const codes = codesTo(await site.mails(), taken).length;
  const answers = [];
  for (const email of [taken, free]) {
    const { status, body } = await call("POST", "email", { email }, token);
    answers.push([status, { ...body, newEmail: typeof body["newEmail"] }]);
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(codesTo(await site.mails(), taken)).toHaveLength(codes);
  expect(await subjectsTo(taken)).toContain("You already have a Jax Beach account");
  // Free when it was asked for, taken when the code comes.
  const code = await newestCode(site, free);
  await signUpWhole(site, free);
  expect((await call("PUT", "email", { code }, token)).status).toBe(422);
  expect((await auth.signIn(owner)).status).toBe(200);
});

test("[AUTH-09] of ten requests that give the same code at once, one is taken", async () => {
  const email = "ten@example.com";
  await signUpWhole(site, email);
  await auth.call("forgot-password", { email });
  const code = await newestCode(site, email);
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    and query like 'delete from "identity_codes"%'`;
  // Lets several requests find the code right before any uses it up: the lock allows counting, not deleting.
  const given = await site.app.db.transaction(async (tx) => {
    await tx.execute(sql`select from identity_codes where email = ${email} for key share`);
    const calls = Promise.all(
      Array.from({ length: 10 }, () => auth.call("reset-password", { email, code, password: OTHER_PASSWORD })),
    );
    const count = async () => (await site.app.db.execute(waiting)).rowCount;
    await expect.poll(count).toBeGreaterThan(1);
    return { calls };
  });
  const statuses = (await given.calls).map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array(9).fill(422)]);
});

test("[SAFE-05] a new email needs a fresh proof", async () => {
  const { token } = await enter("stale@example.com");
  await site.app.db.execute("update sessions set proved_at = proved_at - interval '11 minutes'");
  expect(await call("POST", "email", { email: "thief@example.com" }, token)).toMatchObject({
    status: 403,
    body: { error: "proof_required" },
  });
});
