import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { accounts, credentials } from "#src/db/tables/accounts.ts";
import { users } from "#src/db/tables/users.ts";
import { hashPassword } from "#src/ports/identity/local/passwords.server.ts";
import { makeEvent } from "#seeds/factories.ts";
import {
  authOf,
  cookieHeader,
  newestCode,
  OTHER_PASSWORD,
  passTime,
  PASSWORD,
  secondInstance,
  signUpWhole,
} from "#tests/support/identity.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";
import { QUICK_PASSWORDS } from "#tests/support/town.ts";

const LISTED = "organizer@example.com";
const PLACE = "Behind the third dune";

let site: TestSite;
let auth: ReturnType<typeof authOf>;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000", ADMIN_EMAILS: ` Someone@example.com, ${LISTED}` });
  auth = authOf(site);
  // What only members are told: so a test sees at the door what somebody may.
  await site.addEvent(makeEvent({ day: "2026-11-25", id: "2026-11-25-secret", privateLocation: PLACE }));
});
afterAll(() => site.close());
afterEach(() => {
  vi.useRealTimers();
});

/** A signed-in person: their id token, and the cookies of their browser. */
async function signedIn(email: string, groups: readonly string[] = []) {
  await site.app.identity.createAccount({ email, password: PASSWORD, groups });
  return signIn(email);
}

async function signIn(email: string, password = PASSWORD) {
  const { status, body, cookies } = await auth.signIn(email, password);
  expect(status).toBe(200);
  return { token: String(body["idToken"]), cookie: cookieHeader(cookies), cookies, body };
}

const ask = (token: string) => site.fetch("/api/social-events?id=2026-11-25-secret", { as: token });

/** What the bearer of a token is: refused, told what members are told, or neither. */
async function access(token: string): Promise<"refused" | "member" | "other"> {
  const answer = await ask(token);
  if (answer.status === 401) return "refused";
  expect(answer.status).toBe(200);
  return (await answer.text()).includes(PLACE) ? "member" : "other";
}

test("[NAV-05] [AUTH-10] the refresh credential is in a cookie that no script reads; the answer and the hint hold no secret", async () => {
  const { cookies, body } = await signedIn("cookies@example.com");
  const [refresh = "", hint = ""] = cookies;
  expect(refresh).toMatch(/^sandbar_refresh=[\w-]{43}; Max-Age=2592000; Path=\/api\/auth; HttpOnly; SameSite=Lax$/);
  expect(hint).toBe("sandbar_session=1; Max-Age=2592000; Path=/; SameSite=Lax");
  expect(Object.keys(body).toSorted()).toEqual(["expiresAt", "idToken"]);
  expect(JSON.stringify(body)).not.toContain(/=([\w-]+)/.exec(refresh)?.[1]);
  expect(body["expiresAt"]).toMatch(/^2026-11-21T16:0/);
});

test("[NAV-05] over https the cookies are for https only", async () => {
  const { publicUrl } = site.app;
  try {
    (site.app as { publicUrl: string }).publicUrl = "https://sandbar.test";
    const { cookies } = await signedIn("secure@example.com");
    for (const cookie of cookies) expect(cookie).toContain("; Secure");
  } finally {
    (site.app as { publicUrl: string }).publicUrl = publicUrl;
  }
});

test("[AUTH-06] the cookie is good for new id tokens, also in another process and after the old one ran out", async () => {
  const { token, cookie } = await signedIn("stays@example.com", ["Members"]);
  const second = await secondInstance(site);
  try {
    passTime(61);
    expect(await access(token)).toBe("refused");
    const renewed = await authOf(second).refresh(cookie);
    expect(renewed.status).toBe(200);
    expect(await access(String(renewed.body["idToken"]))).toBe("member");
    expect(renewed.body["expiresAt"]).toMatch(/^2026-11-21T17:0/);
  } finally {
    await second.close();
  }
});

test("[AUTH-06] without the cookie, with a wrong one, or thirty days after the sign-in, however often it was used, there is no new token", async () => {
  const { cookie } = await signedIn("leaves@example.com");
  const refused = { status: 401, body: { message: "Your session has expired. Please login again." } };
  for (const wrong of ["", "sandbar_refresh=", "sandbar_refresh=nonsense", "sandbar_session=1"])
    expect(await auth.refresh(wrong)).toMatchObject(refused);
  let current = cookie;
  for (let week = 0; week < 4; week += 1) {
    passTime(7 * 24 * 60);
    const renewed = await auth.refresh(current);
    expect(renewed.status).toBe(200);
    current = cookieHeader(renewed.cookies);
  }
  passTime(2 * 24 * 60 + 1);
  expect(await auth.refresh(current)).toMatchObject(refused);
});

test("[AUTH-07] signing out makes this refresh cookie useless, takes the cookies away, and leaves other devices alone", async () => {
  const here = await signedIn("two-devices@example.com");
  const there = await signIn("two-devices@example.com");
  const out = await auth.signOut(here.cookie);
  expect(out).toMatchObject({ status: 200, body: { success: true } });
  expect(out.cookies).toHaveLength(3);
  for (const cookie of out.cookies) expect(cookie).toMatch(/^sandbar_(?:refresh|session|signed_out)=; Max-Age=0; /);
  expect((await auth.refresh(here.cookie)).status).toBe(401);
  expect((await auth.refresh(there.cookie)).status).toBe(200);
  // Twice, or as nobody, is no fault.
  expect((await auth.signOut(here.cookie)).status).toBe(200);
  expect((await auth.signOut("")).status).toBe(200);
});

test("[AUTH-07] without the cookie the id token says whose session ends", async () => {
  const [here, there] = [await signedIn("no-cookie@example.com", ["Members"]), await signIn("no-cookie@example.com")];
  const out = (everywhere: boolean) => site.post("/api/auth/sign-out", { everywhere }, here.token);
  expect((await out(false)).status).toBe(200);
  expect([await access(here.token), await access(there.token)]).toEqual(["refused", "member"]);
  // An ended token ends nothing.
  await out(true);
  expect(await access(there.token)).toBe("member");
  await site.post("/api/auth/sign-out", { everywhere: true }, there.token);
  expect(await access(there.token)).toBe("refused");
});

test("[AUTH-07] signing out everywhere ends every session and every id token issued before, and only this account's", async () => {
  const here = await signedIn("everywhere@example.com", ["Members"]);
  const there = await signIn("everywhere@example.com");
  const other = await signedIn("somebody-else@example.com", ["Members"]);
  expect(await access(there.token)).toBe("member");
  await auth.signOut(here.cookie, true);
  for (const { token, cookie } of [here, there]) {
    expect(await access(token)).toBe("refused");
    expect((await auth.refresh(cookie)).status).toBe(401);
  }
  expect(await access(other.token)).toBe("member");
  // Signing in again within the same second is not one of them.
  expect(await access((await signIn("everywhere@example.com")).token)).toBe("member");
});

test("[AUTH-09] another password by code ends every session, and every id token issued before", async () => {
  const email = "reset@example.com";
  const before = await signedIn(email, ["Members"]);
  await auth.call("forgot-password", { email });
  const code = await newestCode(site, email);
  expect((await auth.call("reset-password", { email, code, password: OTHER_PASSWORD })).status).toBe(200);
  expect(await access(before.token)).toBe("refused");
  expect((await auth.refresh(before.cookie)).status).toBe(401);
  expect(await access((await signIn(email, OTHER_PASSWORD)).token)).toBe("member");
});

test("[AUTH-10] [AUTH-05] a change of groups counts at the next call, with the token one has", async () => {
  const email = "promoted@example.com";
  const { token, cookie } = await signedIn(email);
  expect(await access(token)).toBe("other");
  await site.app.identity.setGroup(email, "Members", true);
  expect(await access(token)).toBe("member");
  await site.app.identity.setGroup(email, "Members", false);
  expect(await access(token)).toBe("other");
  await site.app.identity.setGroup(email, "Admins", true);
  expect(await access(token)).toBe("member");
  // What the page shows comes with the next token.
  const { idToken } = (await auth.refresh(cookie)).body;
  const claims = await site.app.idTokens.verify(String(idToken));
  expect(claims?.groups).toEqual(["Admins"]);
});

test("[AUTH-10] the token of an account that was deleted is refused, and so is its session", async () => {
  const { token, cookie } = await signedIn("deleted@example.com", ["Members"]);
  const claims = await site.app.idTokens.verify(token);
  await site.app.identity.deleteAccount(claims?.sub ?? "");
  expect(await access(token)).toBe("refused");
  expect((await auth.refresh(cookie)).status).toBe(401);
  expect((await auth.signIn("deleted@example.com")).status).toBe(401);
});

test("[AUTH-10] who is listed in ADMIN_EMAILS may what admins may, in any group, once the address is verified", async () => {
  await site.addUser({ email: LISTED });
  const { token } = await signedIn(LISTED);
  expect(await access(token)).toBe("member");
  await site.app.db.update(accounts).set({ emailVerified: false }).where(eq(accounts.email, LISTED));
  expect(await access(token)).toBe("other");
});

const accountOf = async (email: string) =>
  (await site.app.db.select().from(accounts).where(eq(accounts.email, email)))[0];

test("[AUTH-10] an account whose address is not verified is never tied to the person of that address; verified, it is", async () => {
  const email = "somebody@example.com";
  const person = await site.addUser({ email });
  const now = site.app.clock.now();
  await site.app.db.insert(accounts).values({
    sub: "unverified",
    email,
    emailVerified: false,
    createdAt: now,
    updatedAt: now,
  });
  await site.app.db
    .insert(credentials)
    .values({ sub: "unverified", passwordHash: await hashPassword(PASSWORD, QUICK_PASSWORDS) });
  const { cookie } = await signIn(email);
  const first = await auth.refresh(cookie);
  expect(first.status).toBe(200);
  expect(await accountOf(email)).toMatchObject({ userId: null });
  const sameAddress = await site.app.db.select().from(users).where(eq(users.email, email));
  expect(sameAddress).toHaveLength(1);
  await site.app.db.update(accounts).set({ emailVerified: true }).where(eq(accounts.email, email));
  expect((await auth.refresh(cookieHeader(first.cookies))).status).toBe(200);
  expect(await accountOf(email)).toMatchObject({ userId: person.userId });
});

test("[AUTH-10] a verified address is tied to the approved person before an applicant, and to a new one where there is none", async () => {
  const email = "doubled@example.com";
  await site.addUser({ email, status: "applied" });
  const approved = await site.addUser({ email, status: "approved", phone: "9045550177" });
  await signUpWhole(site, email);
  const { token } = await signIn(email);
  expect(await accountOf(email)).toMatchObject({ userId: approved.userId });
  // The first token already knows the person.
  const payload = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Record<string, unknown>;
  expect(payload["phone"]).toBe("9045550177");

  await signUpWhole(site, "newcomer@example.com");
  await signIn("newcomer@example.com");
  const newcomers = await site.app.db.select().from(users).where(eq(users.email, "newcomer@example.com"));
  expect(newcomers).toHaveLength(1);
  expect(await accountOf("newcomer@example.com")).toMatchObject({ userId: newcomers[0]?.userId });
});

test("[AUTH-10] two first sign-ins at once make one person", async () => {
  const email = "at-once@example.com";
  await signUpWhole(site, email);
  const answers = await Promise.all([1, 2, 3, 4].map(() => auth.signIn(email)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await site.app.db.select().from(users).where(eq(users.email, email))).toHaveLength(1);
});
