import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { countedAddress, networkOf } from "#src/http/client.server.ts";
import {
  codesTo,
  cookieHeader,
  newestCode,
  OTHER_PASSWORD,
  passTime,
  PASSWORD,
  wrongCode,
} from "#tests/support/identity.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

const [OWNER, STRANGER, THIRD] = ["203.0.113.7", "198.51.100.9", "192.0.2.55"];

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({ TRUST_PROXY: "1" });
});
afterAll(() => site.close());
afterEach(() => {
  vi.useRealTimers();
});

/** A call of the sign-in screen from a network, with the cookies of its browser. */
async function call(name: string, body: unknown, from: string, cookie = "") {
  const answer = await site.fetch(`/api/auth/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": from, ...(cookie && { cookie }) },
    body: JSON.stringify(body),
  });
  return { status: answer.status, cookie: cookieHeader(answer.headers.getSetCookie()) };
}

const signIn = (email: string, password: string, from: string, cookie = "") =>
  call("sign-in", { email, password }, from, cookie);

async function newAccount(email: string): Promise<string> {
  await site.app.identity.createAccount({ email, password: PASSWORD, groups: [] });
  return email;
}

async function guessUntilRefused(email: string, from: string): Promise<void> {
  for (let tries = 0; tries < 10; tries += 1) expect((await signIn(email, OTHER_PASSWORD, from)).status).toBe(401);
  expect((await signIn(email, PASSWORD, from)).status).toBe(429);
}

const eventsOf = async (email: string) => {
  const { rows } = await site.app.db.execute<{ kind: string }>(
    sql`select kind from security_events join accounts using (sub) where email = ${email} order by id`,
  );
  return rows.map(({ kind }) => kind);
};

test("[SAFE-04] a stranger's guesses refuse neither the owner on another network nor on a device that signed in before", async () => {
  const email = await newAccount("owner@example.com");
  const { cookie } = await signIn(email, PASSWORD, OWNER);
  await guessUntilRefused(email, STRANGER);
  expect((await signIn(email, PASSWORD, OWNER)).status).toBe(200);
  // In the stranger's own network: the café where both sit.
  expect((await signIn(email, PASSWORD, STRANGER, cookie)).status).toBe(200);
  expect((await signIn(email, PASSWORD, STRANGER)).status).toBe(429);
});

test("[SAFE-04] a device that signed in before has its own limit, and is known for its own accounts only", async () => {
  const email = await newAccount("device@example.com");
  const other = await newAccount("other@example.com");
  const { cookie } = await signIn(email, PASSWORD, OWNER);
  for (let tries = 0; tries < 10; tries += 1) await signIn(email, OTHER_PASSWORD, THIRD, cookie);
  expect((await signIn(email, PASSWORD, THIRD, cookie)).status).toBe(429);
  expect((await signIn(email, PASSWORD, THIRD)).status).toBe(200);
  await guessUntilRefused(other, STRANGER);
  expect((await signIn(other, PASSWORD, STRANGER, cookie)).status).toBe(429);
});

test("[SAFE-04] a device cookie that was not signed here is worth nothing", async () => {
  const email = await newAccount("forged@example.com");
  const { cookie } = await signIn(email, PASSWORD, OWNER);
  const device = /sandbar_device=([^;]+)/.exec(cookie)?.[1] ?? "";
  const [header = "", , signature = ""] = device.split(".");
  const { rows } = await site.app.db.execute<{ sub: string }>(sql`select sub from accounts where email = ${email}`);
  const payload = Buffer.from(JSON.stringify({ jti: "mine", subs: [rows[0]?.sub] })).toString("base64url");
  await guessUntilRefused(email, STRANGER);
  const idToken = await site.tokenFor([], { email });
  for (const forged of [`${header}.${payload}.${signature}`, `${device.slice(0, -4)}AAAA`, idToken, "x"])
    expect((await signIn(email, PASSWORD, STRANGER, `sandbar_device=${forged}`)).status).toBe(429);
  expect((await signIn(email, PASSWORD, STRANGER, `sandbar_device=${device}`)).status).toBe(200);
});

test("[SAFE-04] [SAFE-16] failures and pauses are in the log; the owner is mailed of a pause, once a day however many there are", async () => {
  const email = await newAccount("watched@example.com");
  for (const from of [STRANGER, THIRD]) await guessUntilRefused(email, from);
  const kinds = await eventsOf(email);
  expect(kinds.filter((kind) => kind === "sign_in_failed")).toHaveLength(20);
  expect(kinds.filter((kind) => kind === "locked")).toHaveLength(2);
  const mails = (await site.mails()).filter(({ to }) => to === email);
  expect(mails.map(({ subject }) => subject)).toEqual(["Someone tried to sign in to your account"]);
  expect(mails[0]?.text).toContain("198.51.100.0/24");
  expect(mails[0]?.text).not.toContain(STRANGER);
});

test("[SAFE-04] a stranger uses up neither the owner's mails nor the tries at the owner's code", async () => {
  const email = await newAccount("forgetful@example.com");
  const { cookie } = await signIn(email, PASSWORD, OWNER);
  for (let asked = 0; asked < 6; asked += 1) await call("forgot-password", { email }, STRANGER);
  expect((await call("forgot-password", { email }, STRANGER)).status).toBe(429);
  const theirs = codesTo(await site.mails(), email);
  const begun = await call("forgot-password", { email }, OWNER);
  expect(begun.status).toBe(200);
  const [code = ""] = codesTo(await site.mails(), email).filter((one) => !theirs.includes(one));
  const body = { email, code: wrongCode(code), password: OTHER_PASSWORD };
  for (let tries = 0; tries < 10; tries += 1) expect((await call("reset-password", body, STRANGER)).status).toBe(422);
  // Ten wrong codes for the account: the rest of the day no stranger may try another, from wherever.
  expect((await call("reset-password", body, THIRD)).status).toBe(429);
  const reset = { ...body, code };
  // On a device that signed in before, the owner's own code still has all its tries.
  const known = `${cookie}; ${begun.cookie}`;
  expect((await call("reset-password", reset, OWNER, known)).status).toBe(200);
  expect((await signIn(email, OTHER_PASSWORD, OWNER)).status).toBe(200);
});

test("[SAFE-04] strangers who use up the account's wrong codes do not refuse the right one on a new device", async () => {
  const email = await newAccount("away@example.com");
  const body = { email, code: "000000", password: OTHER_PASSWORD };
  for (let tries = 0; tries < 10; tries += 1) expect((await call("reset-password", body, STRANGER)).status).toBe(422);
  // A code was asked for there too: it has one try, not five.
  await call("forgot-password", { email }, THIRD);
  const theirs = await newestCode(site, email);
  expect((await call("reset-password", { ...body, code: wrongCode(theirs) }, THIRD)).status).toBe(429);
  expect((await call("reset-password", { ...body, code: theirs }, THIRD)).status).toBe(429);
  await call("forgot-password", { email }, OWNER);
  expect((await call("reset-password", { ...body, code: await newestCode(site, email) }, OWNER)).status).toBe(200);
});

test("[SAFE-04] links that a stranger asks for leave the owner's own, on a device that signed in before", async () => {
  const email = await newAccount("linked@example.com");
  const { cookie } = await signIn(email, PASSWORD, OWNER);
  for (let asked = 0; asked < 3; asked += 1) expect((await call("link", { email }, STRANGER)).status).toBe(200);
  expect((await call("link", { email }, STRANGER)).status).toBe(429);
  for (let asked = 0; asked < 3; asked += 1) expect((await call("link", { email }, OWNER, cookie)).status).toBe(200);
  expect((await call("link", { email }, OWNER, cookie)).status).toBe(429);
});

test("[SAFE-04] a few networks that ask for sign-up codes all day leave one to the owner's network", async () => {
  const email = "wanted@example.com";
  const signUp = (from: string) => call("sign-up", { email, password: PASSWORD }, from);
  for (let network = 1; network <= 6; network += 1)
    for (let asked = 0; asked < 5; asked += 1) await signUp(`198.18.${network}.9`);
  expect((await signUp("198.18.6.10")).status).toBe(429);
  expect((await signUp(OWNER)).status).toBe(200);
  expect(codesTo(await site.mails(), email).length).toBeLessThanOrEqual(27);
});

test("[SAFE-04] networks that use up the mails for new networks leave the common ones to the next", async () => {
  const email = await newAccount("swarmed@example.com");
  const ask = (name: string, from: string) => call(name, { email, password: PASSWORD }, from);
  for (let network = 1; network <= 20; network += 1)
    expect((await ask(network % 2 ? "sign-up" : "forgot-password", `198.51.${network}.9`)).status).toBe(200);
  for (let network = 1; network <= 20; network += 1)
    expect((await ask("forgot-password", `203.0.${network}.7`)).status).toBe(200);
  expect((await ask("forgot-password", "192.0.2.200")).status).toBe(429);
});

test("[SAFE-04] a sign-up and a sign-in with one password say nothing about whether the address has an account", async () => {
  const known = await newAccount("resident@example.com");
  const answers = [];
  for (const email of [known, "nobody@example.com"]) {
    const begun = await call("sign-up", { email, password: OTHER_PASSWORD }, STRANGER);
    const again = await site.post("/api/auth/sign-in", { email, password: OTHER_PASSWORD });
    const wrong = await signIn(email, "Sea-grass-77", THIRD);
    answers.push([begun.status, again.status, await again.json(), wrong.status]);
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]).toMatchObject([200, 403, { reason: "not_confirmed" }, 401]);
  expect((await signIn(known, PASSWORD, OWNER)).status).toBe(200);
  // Nothing confirms the one that waits beside an account.
  expect(codesTo(await site.mails(), known)).toEqual([]);
  expect(await eventsOf(known)).toEqual(["sign_in_failed", "sign_in_failed", "sign_in"]);
  passTime(24 * 60 + 1);
  expect((await signIn(known, OTHER_PASSWORD, THIRD)).status).toBe(401);
});

test("[SAFE-04] [SAFE-05] a stolen token tries ten passwords from however many addresses; the owner signs in and proves theirs", async () => {
  const email = await newAccount("proved@example.com");
  const tokenOf = async () => {
    const answer = await site.post("/api/auth/sign-in", { email, password: PASSWORD });
    return ((await answer.json()) as { idToken: string }).idToken;
  };
  const prove = async (as: string, password: string, from: string) => {
    const headers = { "content-type": "application/json", "x-forwarded-for": from };
    const body = JSON.stringify({ method: "password", password });
    return (await site.fetch("/api/account/proof", { method: "POST", as, headers, body })).status;
  };
  const stolen = await tokenOf();
  const statuses = [];
  for (let host = 1; host <= 20; host += 1) statuses.push(await prove(stolen, OTHER_PASSWORD, `198.51.100.${host}`));
  expect(statuses).toEqual([...Array(10).fill(422), ...Array(10).fill(429)]);
  expect(await prove(stolen, PASSWORD, THIRD)).toBe(429);
  expect(await prove(await tokenOf(), PASSWORD, OWNER)).toBe(200);
  const mails = (await site.mails()).filter(({ to }) => to === email);
  expect(mails.map(({ subject }) => subject)).toEqual(["Someone tried to sign in to your account"]);
});

test("[SAFE-10] codes are counted by inbox: tags and Gmail's dots bring no more of them", async () => {
  const statuses = [];
  for (let tag = 0; tag < 12; tag += 1) {
    const email = tag % 2 ? `vic.tim+${tag}@gmail.com` : `victim+${tag}@googlemail.com`;
    statuses.push((await call("sign-up", { email, password: PASSWORD }, STRANGER)).status);
  }
  expect(statuses).toEqual([...Array(5).fill(200), ...Array(7).fill(429)]);
  expect((await site.mails()).filter(({ to }) => /@g(?:oogle)?mail\.com$/.test(to))).toHaveLength(5);
});

test("[SAFE-04] no edge of a window lets twice the limit through", async () => {
  const email = await newAccount("edge@example.com");
  const ask = async () => (await call("forgot-password", { email }, STRANGER)).status;
  // Up to just before the clock's next hour, where a fixed window would begin anew.
  passTime(59 - site.app.clock.now().getUTCMinutes());
  for (let asked = 0; asked < 5; asked += 1) expect(await ask()).toBe(200);
  expect(await ask()).toBe(429);
  passTime(2);
  expect(await ask()).toBe(429);
  // Refused tries are not counted, so that they do not prolong the limit.
  passTime(59);
  expect(await ask()).toBe(200);
});

test("[SAFE-04] the code of a reset is for the browser or the network that asked for it", async () => {
  const email = await newAccount("roaming@example.com");
  const begun = await call("forgot-password", { email }, OWNER);
  const code = await newestCode(site, email);
  // Asked for later, so it would be the newest: the owner's own is not replaced by it.
  await call("forgot-password", { email }, STRANGER);
  const body = { email, code, password: OTHER_PASSWORD };
  expect((await call("reset-password", body, STRANGER)).status).toBe(422);
  // The phone has left the house since: the browser is still the same.
  expect((await call("reset-password", body, THIRD, begun.cookie)).status).toBe(200);
});

test("[SAFE-04] wrong codes of a sign-up count by network, ten a day, and the next day is another", async () => {
  const email = "newcomer@example.com";
  const tryOut = (from: string) => call("confirm", { email, code: "000000", signUpId: crypto.randomUUID() }, from);
  for (let tries = 0; tries < 10; tries += 1) expect((await tryOut(STRANGER)).status).toBe(422);
  expect((await tryOut(STRANGER)).status).toBe(429);
  expect((await tryOut(OWNER)).status).toBe(422);
  passTime(24 * 60);
  expect((await tryOut(STRANGER)).status).toBe(422);
});

test("[SAFE-04] an IPv6 address counts by its /64, also for calls that only count addresses", async () => {
  const email = await newAccount("six@example.com");
  await guessUntilRefused(email, "2001:db8:1:2::1");
  expect((await signIn(email, PASSWORD, "2001:db8:1:2:ffff::9")).status).toBe(429);
  expect((await signIn(email, PASSWORD, "2001:db8:1:3::1")).status).toBe(200);
  // A customer may have more than a /64: all of a /48 has a limit too.
  const statuses48 = [];
  for (let network = 16; network < 56; network += 1)
    statuses48.push((await signIn(email, OTHER_PASSWORD, `2001:db8:7:${network.toString(16)}::1`)).status);
  expect(statuses48.filter((status) => status === 401)).toHaveLength(30);
  expect((await signIn(email, PASSWORD, "2001:db8:8::1")).status).toBe(200);
  const support = (from: string) =>
    site.fetch("/api/support", { method: "POST", headers: { "x-forwarded-for": from }, body: null });
  const statuses = [];
  for (let host = 1; host < 200; host += 1) statuses.push((await support(`2001:db8:9:9::${host.toString(16)}`)).status);
  expect(statuses).toContain(429);
  expect((await support("2001:db8:9:a::1")).status).not.toBe(429);
});

test("[SAFE-04] addresses as they are counted and shown", () => {
  const counted = {
    "203.0.113.7": "203.0.113.7",
    "::ffff:203.0.113.7": "203.0.113.7",
    "2001:db8::1": "2001:db8:0:0::/64",
    "2001:0DB8:0000:0000:1:2:3:4": "2001:db8:0:0::/64",
    "::1": "0:0:0:0::/64",
    "fe80::1%eth0": "fe80:0:0:0::/64",
    "in process": "in process",
  };
  for (const [address, key] of Object.entries(counted)) expect(countedAddress(address), address).toBe(key);
  expect(networkOf("203.0.113.7")).toBe("203.0.113.0/24");
  expect(networkOf("2001:db8:1:2::1")).toBe("2001:db8:1::/48");
  expect(networkOf("in process")).toBe("");
});
