import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { serveByHttps, signedUp } from "#tests/support/factors.ts";
import { authOf, cookieHeader, passTime, PASSWORD } from "#tests/support/identity.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let auth: ReturnType<typeof authOf>;
beforeAll(async () => {
  site = serveByHttps(await startTestSite({ RATE_LIMIT_FACTOR: "1000" }));
  auth = authOf(site);
});
afterAll(() => site.close());
afterEach(() => {
  vi.useRealTimers();
});

const OVER = {
  status: 422,
  body: { message: "This link has ended: it works once, for 10 minutes. Please ask for a new one." },
};

async function tokensTo(email: string): Promise<string[]> {
  const mails = (await site.mails()).filter(({ to }) => to === email);
  return mails.flatMap(({ text }) => /\/login\/link#([\w-]+)/.exec(text)?.slice(1) ?? []);
}

/** An account, and a link that was mailed to it. */
async function ask(email: string) {
  await site.app.identity.createAccount({ email, password: PASSWORD, groups: [] });
  const asked = await auth.call("link", { email });
  const number = String(asked.body["number"]);
  return { number, cookie: cookieHeader(asked.cookies), token: (await tokensTo(email)).at(-1) ?? "" };
}

const open = (token: string, more: { number?: string; cookie?: string } = {}) =>
  auth.call("link-sign-in", { token, ...(more.number !== undefined && { number: more.number }) }, more.cookie);

test("[SAFE-08] a link signs in the browser that asked for it, once", async () => {
  const { token, cookie } = await ask("ana@example.com");
  const signedIn = await open(token, { cookie });
  expect(signedIn).toMatchObject({ status: 200, body: { idToken: expect.any(String) } });
  const profile = await site.fetch("/api/profile", { as: String(signedIn.body["idToken"]) });
  expect(await profile.json()).toMatchObject({ email: "ana@example.com" });
  expect(await open(token, { cookie })).toMatchObject(OVER);
});

test("[SAFE-08] elsewhere it needs the number that the first browser shows, and a forwarded one is worth nothing", async () => {
  const { token, number } = await ask("ben@example.com");
  const wrong = String((Number(number) + 1) % 1_000_000).padStart(6, "0");
  expect(await open(token)).toMatchObject({
    status: 422,
    body: { fields: { number: "Enter the number shown in the browser where you asked for the link." } },
  });
  // Another account's cookie proves nothing, and a look does not use it up.
  const other = await ask("other@example.com");
  expect((await open(token, { cookie: other.cookie })).status).toBe(422);
  expect((await open(token, { number: wrong })).status).toBe(422);
  expect((await open(token, { number: `${number.slice(0, 3)} ${number.slice(3)}` })).status).toBe(200);
});

test("[SAFE-08] five wrong numbers end a link, and so do ten minutes and a change of password", async () => {
  const { token, number } = await ask("cleo@example.com");
  const wrong = String((Number(number) + 1) % 1_000_000).padStart(6, "0");
  for (let tries = 0; tries < 5; tries += 1) expect((await open(token, { number: wrong })).status).toBe(422);
  expect(await open(token, { number })).toMatchObject(OVER);
  const late = await ask("dee@example.com");
  passTime(11);
  expect(await open(late.token, late)).toMatchObject(OVER);
  vi.useRealTimers();
  const reset = await ask("eva@example.com");
  await auth.call("forgot-password", { email: "eva@example.com" });
  const code = /^(\d{6}) is/.exec((await site.mails()).at(-1)?.subject ?? "")?.[1];
  await auth.call("reset-password", { email: "eva@example.com", code, password: "Drift-wood-88" });
  expect(await open(reset.token, reset)).toMatchObject(OVER);
});

test("[SAFE-08] no answer tells whether an address has an account, and nobody without one gets a mail", async () => {
  await site.app.identity.createAccount({ email: "known@example.com", password: PASSWORD, groups: [] });
  const shape = async (email: string) => {
    const { status, body, cookies } = await auth.call("link", { email });
    return [
      status,
      Object.keys(body),
      String(body["number"]).length,
      cookies.map((cookie) => cookie.replace(/=[^;]+/, "")),
    ];
  };
  expect(await shape("known@example.com")).toEqual(await shape("nobody@example.com"));
  expect(await tokensTo("known@example.com")).toHaveLength(1);
  expect((await site.mails()).filter(({ to }) => to === "nobody@example.com")).toEqual([]);
});

test("[SAFE-08] an account whose password must be changed does not get in by a link", async () => {
  const email = "must@example.com";
  await site.app.identity.createAccount({ email, password: PASSWORD, groups: [], mustChangePassword: true });
  const { token, cookie } = await ask(email);
  expect(await open(token, { cookie })).toMatchObject({
    status: 403,
    body: { message: "You need to change your password. Please contact an administrator." },
  });
});

test("[SAFE-05] [SAFE-08] after a link a second factor is demanded, as after a password", async () => {
  const email = "factor@example.com";
  const owner = await signedUp(site, email);
  await owner.addPasskey();
  const { token, cookie } = await ask(email);
  const answer = await open(token, { cookie });
  expect(answer).toMatchObject({
    status: 403,
    body: { error: "second_factor_required", ticket: expect.any(String), methods: expect.arrayContaining(["passkey"]) },
  });
  expect(answer.cookies.join()).not.toContain("sandbar_refresh=");
});

test("[SAFE-10] an address gets at most three links an hour, and the response is always the same", async () => {
  const strict = await startTestSite();
  try {
    const { call } = authOf(strict);
    await strict.app.identity.createAccount({ email: "known@example.com", password: PASSWORD, groups: [] });
    const statuses = async (email: string) => {
      const answers = [];
      for (let asked = 0; asked < 4; asked += 1) answers.push((await call("link", { email })).status);
      return answers;
    };
    expect(await statuses("known@example.com")).toEqual([200, 200, 200, 429]);
    expect(await statuses("nobody@example.com")).toEqual([200, 200, 200, 429]);
  } finally {
    await strict.close();
  }
});
