import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { accounts } from "#src/db/tables/accounts.ts";
import { makeEvent } from "#seeds/factories.ts";
import {
  type CognitoSite,
  enter,
  newestPoolCode,
  signInAt,
  startCognitoSite,
  stubAdministrator,
} from "#tests/support/cognito-site.ts";
import { authOf, cookieHeader, OTHER_PASSWORD, PASSWORD, wrongCode } from "#tests/support/identity.ts";

const SECRET_PLACE = "Behind the third dune";
const EVENT = "2026-11-25-secret";

let site: CognitoSite;
let auth: ReturnType<typeof authOf>;
beforeAll(async () => {
  site = await startCognitoSite();
  auth = authOf(site);
  await site.addEvent(makeEvent({ day: "2026-11-25", id: EVENT, privateLocation: SECRET_PLACE }));
});
beforeEach(() => stubAdministrator(site.fake.pool.administrator));
afterAll(() => site.close());

const accountOf = async (email: string) =>
  (await site.app.db.select().from(accounts).where(eq(accounts.email, email)))[0];
const isTold = async (as: string) =>
  (await (await site.fetch(`/api/social-events?id=${EVENT}`, { as })).text()).includes(SECRET_PLACE);

test("[AUTH-08] somebody signs up, confirms, signs in, goes on, uses the dashboard, and signs out", async () => {
  const email = "walk@example.com";
  const begun = await auth.call("sign-up", { email, password: PASSWORD });
  expect(begun).toMatchObject({ status: 200, body: { success: true, signUpId: expect.any(String) } });
  const { signUpId } = begun.body;
  expect(await auth.signIn(email)).toMatchObject({
    status: 403,
    body: { reason: "not_confirmed", message: "Please confirm your email address first: enter the code we sent you." },
  });
  const code = newestPoolCode(site, email);
  expect(await auth.call("confirm", { email, code: wrongCode(code), signUpId })).toMatchObject({
    status: 422,
    body: { message: "Verification failed" },
  });
  expect((await auth.call("confirm", { email, code, signUpId })).status).toBe(200);

  const { token, cookie, cookies } = await signInAt(site, email);
  // The pool's own refresh token is far longer: it is not what the browser is given.
  expect(cookies[0]).toMatch(/^sandbar_refresh=[\w-]{43}; Max-Age=2592000; Path=\/api\/auth; HttpOnly; SameSite=Lax$/);
  const profile = await site.fetch("/api/profile", { as: token });
  expect([profile.status, await profile.text()]).toEqual([200, expect.stringContaining(email)]);

  const renewed = await auth.refresh(cookie);
  expect(renewed.status).toBe(200);
  expect((await site.fetch("/api/profile", { as: String(renewed.body["idToken"]) })).status).toBe(200);

  const { sub = "" } = (await accountOf(email)) ?? {};
  expect(site.fake.tokens.hasSession(sub)).toBe(true);
  expect((await auth.signOut(cookie)).status).toBe(200);
  expect(site.fake.tokens.hasSession(sub)).toBe(false);
  expect(await auth.refresh(cookie)).toMatchObject({
    status: 401,
    body: { message: "Your session has expired. Please login again." },
  });
});

test("[AUTH-08] what is kept of a session gives nobody the pool's refresh token", async () => {
  await enter(site, "sealed@example.com");
  const { rows } = await site.app.db.execute<{ row: string }>(
    sql`select to_jsonb(s)::text as row from sessions s where pool_token is not null`,
  );
  expect(rows.length).toBeGreaterThan(0);
  // A sealed token has another text than any that the pool knows; asked for with it, the pool knows nobody.
  for (const { row } of rows) {
    const { pool_token: sealed } = JSON.parse(row) as { pool_token: string };
    await expect(site.fake.tokens.refresh(sealed)).rejects.toThrow("Invalid Refresh Token");
  }
});

test("[AUTH-08] a verified address ties to the person who has it; an unverified one to nobody", async () => {
  const person = await site.addUser({ email: "tied@example.com", firstName: "Ana", status: "approved" });
  await enter(site, "tied@example.com");
  expect((await accountOf("tied@example.com"))?.userId).toBe(person.userId);

  await site.addUser({ email: "victim@example.com", status: "approved" });
  await site.app.identity.createAccount({ email: "victim@example.com", password: PASSWORD, groups: [] });
  const claimed = [...site.fake.pool.users.values()].find(({ email }) => email === "victim@example.com");
  if (claimed) claimed.emailVerified = false;
  const { token } = await signInAt(site, "victim@example.com");
  expect(await accountOf("victim@example.com")).toMatchObject({ emailVerified: false, userId: null });
  expect(await (await site.fetch("/api/profile", { as: token })).text()).not.toContain(person.userId);
});

test("[AUTH-08] an account that the pool made anew takes over the address; an unverified one does not", async () => {
  const email = "again@example.com";
  await enter(site, email);
  const before = await accountOf(email);
  // Deleted by hand in the pool's console, and signed up again there.
  site.fake.pool.users.delete(before?.sub ?? "");
  await site.app.identity.createAccount({ email, password: PASSWORD, groups: [] });
  const made = [...site.fake.pool.users.values()].find((user) => user.email === email);
  if (!made) throw new Error("The pool has nobody of this address.");
  made.emailVerified = false;
  expect((await auth.signIn(email)).status).toBe(403);
  expect((await accountOf(email))?.sub).toBe(before?.sub);
  made.emailVerified = true;
  expect((await auth.signIn(email)).status).toBe(200);
  expect(await accountOf(email)).toMatchObject({ sub: made.sub, userId: before?.userId });
});

test("[AUTH-08] [AUTH-05] groups come from the pool at sign-in and refresh, and at once when they are changed here", async () => {
  const email = "groups@example.com";
  const { token, cookie } = await enter(site, email);
  expect(await isTold(token)).toBe(false);
  await site.app.identity.setGroup(email, "Members", true);
  expect(await isTold(token)).toBe(true);
  expect((await accountOf(email))?.groups).toEqual(["Members"]);
  // Changed at the pool: known with the next token.
  const user = [...site.fake.pool.users.values()].find((one) => one.email === email);
  user?.groups.clear();
  user?.groups.add("Admins");
  const renewed = await auth.refresh(cookie);
  expect((await accountOf(email))?.groups).toEqual(["Admins"]);
  expect((await site.fetch("/api/users?type=getAllUsers", { as: String(renewed.body["idToken"]) })).status).toBe(200);
});

test("[AUTH-02] [AUTH-08] a password that must be changed first is told as it must", async () => {
  await site.app.identity.createAccount({
    email: "forced@example.com",
    password: PASSWORD,
    groups: [],
    mustChangePassword: true,
  });
  expect(await auth.signIn("forced@example.com")).toMatchObject({
    status: 403,
    body: { message: "You need to change your password. Please contact an administrator." },
  });
});

test("[AUTH-09] known and unknown addresses answer alike", async () => {
  await enter(site, "known@example.com");
  const alike = async (name: string, body: Record<string, string>) => {
    const answers = await Promise.all(
      ["known@example.com", "unknown@example.com"].map(async (email) => {
        const answer = await auth.call(name, { ...body, email });
        return [answer.status, { ...answer.body, ...(answer.body["signUpId"] !== undefined && { signUpId: "…" }) }];
      }),
    );
    expect(answers[1]).toEqual(answers[0]);
    return answers[0]?.[0];
  };
  expect(await alike("sign-in", { password: OTHER_PASSWORD })).toBe(401);
  expect(await alike("forgot-password", {})).toBe(200);
  expect(await alike("reset-password", { code: "123456", password: OTHER_PASSWORD })).toBe(422);
  expect(await alike("resend-code", {})).toBe(200);
  expect(await alike("confirm", { code: "123456" })).toBe(422);
  expect(await alike("sign-up", { password: OTHER_PASSWORD })).toBe(200);
});

test("[AUTH-09] who begins a sign-up with somebody else's address never gets their account", async () => {
  const email = "owner@example.com";
  const theirs = await auth.call("sign-up", { email, password: OTHER_PASSWORD });
  const stranger = newestPoolCode(site, email);
  // The owner signs up: their password takes the place of the stranger's, whose code opens nothing anymore.
  const { body } = await auth.call("sign-up", { email, password: PASSWORD });
  const code = newestPoolCode(site, email);
  expect(code).not.toBe(stranger);
  expect((await auth.call("confirm", { email, code: stranger, signUpId: theirs.body["signUpId"] })).status).toBe(422);
  expect((await auth.call("confirm", { email, code, signUpId: body["signUpId"] })).status).toBe(200);
  expect((await auth.signIn(email, OTHER_PASSWORD)).status).toBe(401);
  expect((await auth.signIn(email)).status).toBe(200);
});

test("[AUTH-09] another password by code signs every device out", async () => {
  const email = "reset@example.com";
  const { cookie, token } = await enter(site, email);
  await auth.call("forgot-password", { email });
  const code = newestPoolCode(site, email);
  expect((await auth.call("reset-password", { email, code, password: OTHER_PASSWORD })).status).toBe(200);
  expect((await auth.refresh(cookie)).status).toBe(401);
  expect((await site.fetch("/api/profile", { as: token })).status).toBe(401);
  const { token: fresh } = await signInAt(site, email, OTHER_PASSWORD);
  expect((await site.fetch("/api/profile", { as: fresh })).status).toBe(200);
});

test("[AUTH-07] [AUTH-08] signing out everywhere ends every device, here and at the pool", async () => {
  const email = "everywhere@example.com";
  const { cookie, token } = await enter(site, email);
  const other = await signInAt(site, email);
  const { sub = "" } = (await accountOf(email)) ?? {};
  expect((await auth.signOut(cookie, true)).status).toBe(200);
  expect((await auth.refresh(other.cookie)).status).toBe(401);
  expect((await site.fetch("/api/profile", { as: token })).status).toBe(401);
  expect(site.fake.tokens.hasSession(sub)).toBe(false);
});

test("[AUTH-08] whom the pool disables or deletes is over with the next token", async () => {
  const email = "disabled@example.com";
  const { cookie } = await enter(site, email);
  const user = [...site.fake.pool.users.values()].find((one) => one.email === email);
  if (user) user.isEnabled = false;
  expect((await auth.refresh(cookie)).status).toBe(401);
  expect(await auth.signIn(email)).toMatchObject({ status: 401, body: { message: "Authentication failed" } });
});

test("[AUTH-08] many tabs that wake up at once all get a token, also where the pool rotates them", async () => {
  const { cookie } = await enter(site, "tabs@example.com");
  site.fake.pool.rotatesRefreshTokens = true;
  const first = await Promise.all(Array.from({ length: 5 }, () => auth.refresh(cookie)));
  expect(first.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect((await auth.refresh(cookieHeader(first[0]?.cookies ?? []))).status).toBe(200);
  site.fake.pool.rotatesRefreshTokens = false;
  expect((await auth.refresh(cookie)).status).toBe(200);
});

test("[AUTH-08] the site's id tokens are its own: no token of the pool, nor a changed one, is taken", async () => {
  const { keys } = (await (await site.fetch("/.well-known/jwks.json")).json()) as { keys: { alg: string }[] };
  expect(keys.map(({ alg }) => alg)).toEqual(["ES256"]);
  const { token } = await enter(site, "kinds@example.com");
  const user = [...site.fake.pool.users.values()].find(({ email }) => email === "kinds@example.com");
  if (!user) throw new Error("The pool does not know them.");
  const { IdToken, AccessToken } = await site.fake.tokens.signIn(user);
  // A token that the pool gave out elsewhere belongs to no session here, so nothing here could end it.
  for (const ofPool of [IdToken, AccessToken])
    expect((await site.fetch("/api/profile", { as: ofPool })).status).toBe(401);
  const [header = "", payload = "", signature = ""] = token.split(".");
  const decode = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>;
  const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const forged = [
    `${header}.${encode({ ...decode(payload), groups: ["Admins"] })}.${signature}`,
    `${encode({ alg: "none" })}.${payload}.`,
    `${encode({ ...decode(header), alg: "HS256" })}.${payload}.${signature}`,
  ];
  for (const one of forged) expect((await site.fetch("/api/profile", { as: one })).status).toBe(401);
});
