import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { authOf, cookieHeader, newestCode, passTime, PASSWORD } from "#tests/support/identity.ts";
import { CLIENT, startOpenIdProvider } from "#tests/support/openid-provider.ts";
import { PUBLIC_URL, startTestSite, type TestSite } from "#tests/support/test-site.ts";

// Sign-in at a real provider over a socket, and what it makes of accounts here.

const PEOPLE = [
  { sub: "ana", email: "ana@example.com", email_verified: true, given_name: "Ana", family_name: "Ruiz" },
  { sub: "ben", email: "ben@example.com", email_verified: true, given_name: "Ben", family_name: "Ode" },
  { sub: "cara", email: "cara@example.com", email_verified: true },
  { sub: "eve", email: "eve@example.com", email_verified: false },
];

let provider: Awaited<ReturnType<typeof startOpenIdProvider>>;
let site: TestSite;
let auth: ReturnType<typeof authOf>;
beforeAll(async () => {
  provider = await startOpenIdProvider({ redirectUri: `${PUBLIC_URL}/login/openid`, people: PEOPLE });
  site = await startTestSite({
    NOW: "",
    RATE_LIMIT_FACTOR: "1000",
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_NAME: "Clubhouse",
  });
  auth = authOf(site);
});
afterAll(async () => {
  await site.close();
  await provider.close();
});
afterEach(() => vi.useRealTimers());

async function signIn(login: string | null) {
  const begun = await auth.call("openid", {});
  const query = await provider.visit(String(begun.body["url"]), login);
  const cookie = cookieHeader(begun.cookies);
  return { answer: await auth.call("openid-sign-in", { query: query.toString() }, cookie), query, cookie };
}
const account = async (method: string, as: string, more: { body?: unknown; cookie?: string } = {}) => {
  const headers = { "content-type": "application/json", ...(more.cookie && { cookie: more.cookie }) };
  const answer = await site.fetch("/api/account/openid", {
    method,
    as,
    headers,
    body: JSON.stringify(more.body ?? {}),
  });
  return {
    status: answer.status,
    body: (await answer.json()) as Record<string, unknown>,
    cookies: answer.headers.getSetCookie(),
  };
};
const me = async (token: unknown) => (await site.fetch("/api/profile", { as: String(token) })).json();

test("[SAFE-08] a new address becomes an account with a name, and the same one the next time", async () => {
  const { answer, query, cookie } = await signIn("ana");
  expect(answer.status).toBe(200);
  const first = (await me(answer.body["idToken"])) as { sub: string };
  expect(first).toMatchObject({ email: "ana@example.com", name: "Ana Ruiz" });
  // The same answer of the provider counts once, and never without the browser's cookie.
  expect((await auth.call("openid-sign-in", { query: query.toString() }, cookie)).status).toBe(422);
  expect((await auth.call("openid-sign-in", { query: query.toString() })).status).toBe(422);
  expect(await me((await signIn("ana")).answer.body["idToken"])).toMatchObject({ sub: first.sub });
  // It has no password until its owner resets one.
  expect((await auth.signIn("ana@example.com")).status).toBe(401);
  await auth.call("forgot-password", { email: "ana@example.com" });
  const code = await newestCode(site, "ana@example.com");
  expect((await auth.call("reset-password", { email: "ana@example.com", code, password: PASSWORD })).status).toBe(200);
  expect((await auth.signIn("ana@example.com")).status).toBe(200);
});

test("[SAFE-08] an account that is there already is connected by its owner, never by its address alone", async () => {
  const email = "ben@example.com";
  await site.app.identity.createAccount({ email, password: PASSWORD, groups: [] });
  expect((await signIn("ben")).answer).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining("then connect Clubhouse under Sign-in & security") },
    cookies: [],
  });
  const token = String((await auth.signIn(email)).body["idToken"]);
  const begun = await account("POST", token);
  const query = (await provider.visit(String(begun.body["url"]), "ben")).toString();
  const cookie = cookieHeader(begun.cookies);
  // What was begun to connect one account signs nobody in, and connects no other.
  expect((await auth.call("openid-sign-in", { query }, cookie)).status).toBe(422);
  const other = String((await auth.signIn("ana@example.com")).body["idToken"]);
  expect((await account("PUT", other, { body: { query }, cookie })).status).toBe(422);
  expect((await account("PUT", token, { body: { query }, cookie })).status).toBe(200);
  expect(await me((await signIn("ben")).answer.body["idToken"])).toMatchObject({ email });
  const subjects = (await site.mails()).filter(({ to }) => to === email).map(({ subject }) => subject);
  expect(subjects).toContain("A sign-in method was added");
  expect((await account("DELETE", token)).body).toMatchObject({ provider: { name: "Clubhouse", isConnected: false } });
  expect((await signIn("ben")).answer.status).toBe(409);
});

test("[SAFE-05] [SAFE-08] only what began with a fresh proof connects an account, for ten minutes", async () => {
  const email = "cara@example.com";
  await site.app.identity.createAccount({ email, password: PASSWORD, groups: [] });
  const token = String((await auth.signIn(email)).body["idToken"]);
  const { sub } = (await me(token)) as { sub: string };
  // Begun by a visitor, with a verifier of their own and a cookie that names the account.
  const url = new URL(String((await auth.call("openid", {})).body["url"]));
  const codeVerifier = "v".repeat(43);
  url.searchParams.set("code_challenge", createHash("sha256").update(codeVerifier).digest("base64url"));
  const [state, nonce] = [url.searchParams.get("state"), url.searchParams.get("nonce")];
  const inAnHour = site.app.clock.now().getTime() + 3_600_000;
  const trip = JSON.stringify({ state, nonce, codeVerifier, sub, endsAt: inAnHour });
  const made = `sandbar_openid=${Buffer.from(trip).toString("base64url")}`;
  const query = (await provider.visit(url.href, "cara")).toString();
  expect((await account("PUT", token, { body: { query }, cookie: made })).status).toBe(422);
  const connect = async (minutes: number) => {
    const begun = await account("POST", token);
    passTime(minutes);
    const back = (await provider.visit(String(begun.body["url"]), "cara")).toString();
    return (await account("PUT", token, { body: { query: back }, cookie: cookieHeader(begun.cookies) })).status;
  };
  expect(await connect(11)).toBe(422);
  vi.useRealTimers();
  expect(await connect(9)).toBe(200);
});

test("[SAFE-08] an address that the provider does not vouch for, and a person who says no, are told so", async () => {
  expect((await signIn("eve")).answer).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining("no verified email") },
  });
  expect((await signIn(null)).answer).toMatchObject({
    status: 422,
    body: { message: "You were not signed in. Nothing was changed." },
  });
});

test("[SAFE-08] without the settings there is no such way in", async () => {
  const plain = await startTestSite();
  try {
    expect((await authOf(plain).call("openid", {})).status).toBe(404);
  } finally {
    await plain.close();
  }
});
