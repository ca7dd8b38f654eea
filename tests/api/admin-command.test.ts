import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { serveByHttps, signedInAs, signedUp } from "#tests/support/factors.ts";
import { authOf } from "#tests/support/identity.ts";
import { runAtTerminal } from "#tests/support/terminal.ts";
import { PUBLIC_URL, startTestSite, type TestSite } from "#tests/support/test-site.ts";
import { NOW } from "#tests/support/town.ts";

const CLOSE_FRIENDS = makeEvent({ day: "2026-11-28", title: "Game Night", generalPublic: false });

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
  await site.tokenFor(["Admins"]);
});
afterAll(() => site.close());

/** What the terminal shows. */
const admin = (...args: string[]) =>
  runAtTerminal("src/server/admin.ts", args, { DATABASE_URL: site.databaseUrl, PUBLIC_URL, NOW }).shown;

const signIn = (password: string) => site.post("/api/auth/sign-in", { email: "boss@example.com", password });

test("[SAFE-03] [SAFE-05] the first account made from the terminal is an organizer's; later ones say how to become one", async () => {
  const fresh = await startTestSite({ ORGANIZER_SECOND_FACTOR: "off" });
  const settings = { DATABASE_URL: fresh.databaseUrl, PUBLIC_URL, NOW };
  const make = async (email: string) =>
    (await runAtTerminal("src/server/admin.ts", ["create", email], settings).shown).out;
  const mayOpenConsole = async (email: string, shown: string) => {
    const password = /shown only now: (\S+)/.exec(shown)?.[1] ?? "";
    const answer = await fresh.post("/api/auth/sign-in", { email, password });
    const { idToken } = (await answer.json()) as { idToken: string };
    return (await fresh.fetch("/api/pending-join-requests/users", { as: idToken })).status;
  };
  const first = await make("first@example.com");
  expect(first).toContain("the first organizer of the site in the database at DATABASE_URL");
  expect(first).toContain(`Sign in at ${PUBLIC_URL}/admin`);
  expect(await mayOpenConsole("first@example.com", first)).toBe(200);
  const second = await make("second@example.com");
  expect(second).toContain("npm run admin -- grant second@example.com Admins");
  expect(await mayOpenConsole("second@example.com", second)).toBe(403);
  await fresh.close();
});

test("[AUTH-05] [SAFE-16] an account made, granted and revoked from the terminal counts at once", async () => {
  const made = await admin("create", "Boss@Example.com");
  const password = /shown only now: (\S+)/.exec(made.out)?.[1] ?? "";
  // The terminal composes the site as `npm start` does; the tests' own hashes are cheaper.
  const { rows: kept } = await site.app.db.execute<{ hash: string }>(
    sql`select password_hash as hash from credentials join accounts using (sub) where email = 'boss@example.com'`,
  );
  expect(kept.map(({ hash }) => hash.split("$").slice(0, 4))).toEqual([["scrypt", "16384", "8", "5"]]);
  expect((await signIn(`${password}x`)).status).toBe(401);
  const { idToken } = (await (await signIn(password)).json()) as { idToken: string };
  await site.addEvent({ ...CLOSE_FRIENDS });
  const sees = async () => {
    const answer = await site.fetch(`/api/social-events?id=${CLOSE_FRIENDS.id}`, { as: idToken });
    return answer.status === 200;
  };
  expect(await sees()).toBe(false);
  expect((await admin("grant", "boss@example.com", "Members")).out).toContain("is in Members now");
  // The same token: what somebody may is asked of the database, not of the token.
  expect(await sees()).toBe(true);
  await admin("revoke", "boss@example.com", "Members");
  expect(await sees()).toBe(false);
  const answer = await site.fetch("/api/account/security-events", { as: idToken });
  const { events } = (await answer.json()) as { events: Record<string, unknown>[] };
  // In any order: the terminal's clock is not the test's.
  const byTerminal = events.filter(({ device }) => device === "Terminal");
  expect(byTerminal.map(({ kind, detail }) => `${String(kind)} ${String(detail)}`.trim()).toSorted()).toEqual([
    "account_made",
    "role_changed added to Members",
    "role_changed removed from Members",
  ]);
  // Owed by the terminal's clock, which is ahead of the test's.
  const { rows } = await site.app.db.execute<{ kind: string }>(
    sql`select data->>'kind' as kind from mail_outbox where email = 'boss@example.com'`,
  );
  expect(rows.map(({ kind }) => kind)).toEqual(["role_changed", "role_changed"]);
});

// One process each, which takes its time on a busy machine.
test.for([
  [[], "npm run admin -- create EMAIL"],
  [["promote", "a@example.com"], "npm run admin -- create EMAIL"],
  [["create", "nobody"], "nobody is not an email address"],
  [["create", "boss@example.com"], "boss@example.com already has an account"],
  [["grant", "boss@example.com", "Kings"], "There is no group Kings"],
  [["grant", "boss@example.com"], "Say which group after the email. The groups are Admins and Members."],
  [["revoke", "stranger@example.com", "Admins"], "stranger@example.com has no account"],
] as const)("what cannot be done is said in words, with a code for scripts: %j", async ([args, words]) => {
  const { code, out, err } = await admin(...args);
  expect([code, out]).toEqual([1, ""]);
  expect(err).toContain(words);
  expect(err).not.toContain("    at ");
});

test("[SAFE-05] who lost every sign-in method is let in again from the terminal, and told", async () => {
  const lost = await signedUp(serveByHttps(site), "lost@example.com");
  await lost.addPasskey();
  const refused = await authOf(site).signIn(lost.email);
  expect(refused.body["error"]).toBe("second_factor_required");
  expect((await admin("reset-factors", "nobody@example.com")).err).toContain("There is no account");
  expect((await admin("reset-factors", lost.email)).out).toContain("signed out everywhere");
  expect((await lost.call("GET", "/api/profile")).status).toBe(401);
  const back = signedInAs(site, await authOf(site).signIn(lost.email), lost.email);
  expect(await back.factors()).toMatchObject({ passkeys: [], authenticator: null, recoveryCodes: null });
  const told = (await site.mails()).filter(({ to }) => to === lost.email);
  expect(told.map(({ subject }) => subject)).toContain("A sign-in method was removed");
});
