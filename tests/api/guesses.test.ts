import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { countedAddress, networkOf } from "#src/http/client.server.ts";
import { codesTo, cookieHeader, OTHER_PASSWORD, passTime, PASSWORD } from "#tests/support/identity.ts";
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
