import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { runAtTerminal } from "#tests/support/terminal.ts";
import { PUBLIC_URL, startTestSite, type TestSite } from "#tests/support/test-site.ts";

const CLOSE_FRIENDS = makeEvent({ day: "2026-11-28", title: "Game Night", generalPublic: false });

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.close());

/** What the terminal shows. */
const admin = (...args: string[]) =>
  runAtTerminal("src/server/admin.ts", args, { DATABASE_URL: site.databaseUrl, PUBLIC_URL }).shown;

const signIn = (password: string) => site.post("/api/auth/sign-in", { email: "boss@example.com", password });

test("[AUTH-05] an account made, granted and revoked from the terminal counts at once", async () => {
  const made = await admin("create", "Boss@Example.com");
  const password = /shown only now: (\S+)/.exec(made.out)?.[1] ?? "";
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
});

test("what cannot be done is said in words, with a code for scripts", async () => {
  for (const [args, words] of [
    [[], "npm run admin -- create EMAIL"],
    [["promote", "a@example.com"], "npm run admin -- create EMAIL"],
    [["create", "nobody"], "nobody is not an e-mail address"],
    [["create", "boss@example.com"], "There is an account of boss@example.com already"],
    [["grant", "boss@example.com", "Kings"], "There is no group Kings"],
    [["revoke", "stranger@example.com", "Admins"], "There is no account of stranger@example.com"],
  ] as const) {
    const { code, out, err } = await admin(...args);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain(words);
    expect(err).not.toContain("    at ");
  }
});
