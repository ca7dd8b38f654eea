import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
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
/** An address in a network of its own. */
const fromNetwork = (number: number) => `198.18.${number}.9`;

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
  const { message = "" } = (await answer.json()) as { message?: string };
  return { status: answer.status, message, cookie: cookieHeader(answer.headers.getSetCookie()) };
}

const signIn = (email: string, password: string, from: string) => call("sign-in", { email, password }, from);
const signUp = async (email: string, from: string) =>
  (await call("sign-up", { email, password: PASSWORD }, from)).status;
const forget = async (email: string, from: string) => (await call("forgot-password", { email }, from)).status;

async function newAccount(email: string): Promise<string> {
  await site.app.identity.createAccount({ email, password: PASSWORD, groups: [] });
  return email;
}

const mailsTo = async (email: string) => (await site.mails()).filter(({ to }) => to === email);

/** What the link of the newest reset mail carries. */
async function newestLink(email: string): Promise<string> {
  const links = (await mailsTo(email)).flatMap(({ text }) => /\/login#(\S+)/.exec(text)?.slice(1) ?? []);
  const given = new URLSearchParams(links.at(-1));
  expect(given.get("email")).toBe(email);
  return given.get("reset") ?? "";
}

test("[SAFE-10] [SAFE-04] networks without number that ask for codes send an inbox three mails an hour and ten a day", async () => {
  const known = await newAccount("known@example.com");
  for (const [ask, email] of [
    [signUp, "unknown@example.com"],
    [forget, known],
  ] as const) {
    const statuses = [];
    for (let network = 1; network <= 14; network += 1) statuses.push(await ask(email, fromNetwork(network)));
    expect(statuses).toEqual([...Array(3).fill(200), ...Array(11).fill(429)]);
    for (let hour = 1; hour <= 5; hour += 1) {
      passTime(61);
      for (let network = 1; network <= 4; network += 1) await ask(email, fromNetwork(hour * 20 + network));
    }
    expect(await mailsTo(email)).toHaveLength(10);
    passTime(24 * 60);
    expect(await ask(email, STRANGER)).toBe(200);
    vi.useRealTimers();
  }
});

test("[SAFE-10] [AUTH-09] the refusal says where to look, and the same of an address without an account", async () => {
  const emails = [await newAccount("member@example.com"), "none@example.com"];
  const said = [];
  for (const email of emails) {
    for (let asked = 0; asked < 3; asked += 1) expect(await forget(email, fromNetwork(asked))).toBe(200);
    const { status, message } = await call("forgot-password", { email }, STRANGER);
    said.push([status, message.replace(/\d+ minutes|a minute/, "a while")]);
  }
  const words =
    "Several emails to this address were requested. Check your inbox and spam folder. Please try again in a while.";
  expect(said).toEqual([
    [429, words],
    [429, words],
  ]);
  expect(await mailsTo("none@example.com")).toEqual([]);
});

test("[SAFE-10] codes of sign-ups are counted by inbox: tags and Gmail's dots bring no more of them", async () => {
  const statuses = [];
  for (let tag = 0; tag < 12; tag += 1)
    statuses.push(await signUp(tag % 2 ? `vic.tim+${tag}@gmail.com` : `victim+${tag}@googlemail.com`, STRANGER));
  expect(statuses).toEqual([...Array(3).fill(200), ...Array(9).fill(429)]);
  expect((await site.mails()).filter(({ to }) => /@g(?:oogle)?mail\.com$/.test(to))).toHaveLength(3);
});

test("[SAFE-04] one network that asks for sign-up codes all day leaves one to the owner's, in the next hour at the latest", async () => {
  const email = "wanted@example.com";
  const owners: number[] = [];
  for (let hour = 0; hour < 6; hour += 1) {
    for (let asked = 0; asked < 5; asked += 1) await signUp(email, STRANGER);
    if (hour === 0) owners.push(await signUp(email, OWNER));
    passTime(61);
  }
  expect(owners).toEqual([429]);
  expect(await signUp(email, STRANGER)).toBe(429);
  expect(await signUp(email, OWNER)).toBe(200);
});

test("[SAFE-04] [AUTH-09] who uses up an account's reset mails and wrong codes does not keep its owner out, on a new device too", async () => {
  const email = await newAccount("away@example.com");
  for (let asked = 0; asked < 3; asked += 1) await forget(email, STRANGER);
  const body = { email, password: OTHER_PASSWORD };
  const wrong = { ...body, code: wrongCode(await newestCode(site, email)) };
  for (let tries = 0; tries < 9; tries += 1) expect((await call("reset-password", wrong, STRANGER)).status).toBe(422);
  const used = await call("reset-password", wrong, STRANGER);
  expect([used.status, used.message]).toEqual([
    429,
    "Too many wrong codes were entered. Open the link in our email instead: it works for a day.",
  ]);
  // Three mails in this hour, ten in the end; no code counts anymore, not even a right one.
  passTime(61);
  expect(await forget(email, THIRD)).toBe(200);
  const right = { ...body, code: await newestCode(site, email) };
  expect((await call("reset-password", right, THIRD)).status).toBe(429);
  for (let hour = 0; hour < 3; hour += 1) {
    for (let asked = 0; asked < 3; asked += 1) await forget(email, fromNetwork(hour));
    passTime(61);
  }
  expect(await forget(email, OWNER)).toBe(429);
  // The owner reads the mailbox: the link that somebody else caused is theirs, on the last day too.
  passTime(19 * 60);
  const code = await newestLink(email);
  const [id = "", secret = ""] = code.split(".");
  for (const other of [`${id}.${secret.slice(0, -4)}AAAA`, `${crypto.randomUUID()}.${secret}`, "000000"])
    expect((await call("reset-password", { ...body, code: other }, OWNER)).status).toBe(422);
  expect((await call("reset-password", { ...body, code }, OWNER)).status).toBe(200);
  expect((await signIn(email, OTHER_PASSWORD, OWNER)).status).toBe(200);
  const again = await call("reset-password", { ...body, code }, OWNER);
  expect([again.status, again.message]).toEqual([
    422,
    "This link has ended: it works once, for a day. Please ask for a new one.",
  ]);
});

test("[SAFE-04] wrong codes where none was asked for count against nobody", async () => {
  const email = await newAccount("guessed@example.com");
  const body = { email, code: "000000", password: OTHER_PASSWORD };
  for (let tries = 0; tries < 12; tries += 1)
    expect((await call("reset-password", body, fromNetwork(tries))).status).toBe(422);
  await forget(email, OWNER);
  expect((await call("reset-password", { ...body, code: await newestCode(site, email) }, OWNER)).status).toBe(200);
});

test("[SAFE-04] a device that signed in before has reset mails and tries of its own", async () => {
  const email = await newAccount("forgetful@example.com");
  const { cookie } = await signIn(email, PASSWORD, OWNER);
  for (let asked = 0; asked < 3; asked += 1) await forget(email, STRANGER);
  expect(await forget(email, OWNER)).toBe(429);
  const wrong = { email, code: wrongCode(await newestCode(site, email)), password: OTHER_PASSWORD };
  for (let tries = 0; tries < 9; tries += 1) await call("reset-password", wrong, STRANGER);
  const theirs = codesTo(await site.mails(), email);
  const begun = await call("forgot-password", { email }, OWNER, cookie);
  expect(begun.status).toBe(200);
  const [code = ""] = codesTo(await site.mails(), email).filter((one) => !theirs.includes(one));
  const known = `${cookie}; ${begun.cookie}`;
  expect((await call("reset-password", { ...wrong, code }, OWNER, known)).status).toBe(200);
});

test("[SAFE-04] strangers who use up an account's passwords of a day do not keep out who reset theirs", async () => {
  const email = await newAccount("stormed@example.com");
  expect((await signIn(email, OTHER_PASSWORD, STRANGER)).status).toBe(401);
  // As after a thousand wrong ones.
  await site.app.db.execute(sql`update rate_limits set count = 1000 where key like 'wrong-passwords-of-strangers:%'`);
  expect((await signIn(email, PASSWORD, OWNER)).status).toBe(429);
  await forget(email, OWNER);
  const reset = await call(
    "reset-password",
    { email, code: await newestLink(email), password: OTHER_PASSWORD },
    OWNER,
    "sandbar_device=forged",
  );
  expect(reset.status).toBe(200);
  const body = { email, password: OTHER_PASSWORD };
  expect((await call("sign-in", body, OWNER)).status).toBe(429);
  expect((await call("sign-in", body, OWNER, reset.cookie)).status).toBe(200);
});

test("[SAFE-04] [SAFE-09] the link of a reset ends with the day, and with the password that it was asked for", async () => {
  const email = await newAccount("slow@example.com");
  const body = { email, password: OTHER_PASSWORD };
  await forget(email, OWNER);
  const late = await newestLink(email);
  passTime(24 * 60 + 1);
  expect((await call("reset-password", { ...body, code: late }, OWNER)).status).toBe(422);
  await forget(email, OWNER);
  const code = await newestLink(email);
  const answer = await site.post("/api/auth/sign-in", { email, password: PASSWORD });
  const { idToken: token } = (await answer.json()) as { idToken: string };
  const change = { current: PASSWORD, password: "Quiet-dune-lamp-41" };
  const headers = { "content-type": "application/json" };
  const changed = await site.fetch("/api/account/password", {
    method: "PUT",
    as: token,
    headers,
    body: JSON.stringify(change),
  });
  expect(changed.status).toBe(200);
  expect((await call("reset-password", { ...body, code }, OWNER)).status).toBe(422);
});

test("[SAFE-04] links that a stranger asks for leave the owner's own, on a device that signed in before", async () => {
  const email = await newAccount("linked@example.com");
  const { cookie } = await signIn(email, PASSWORD, OWNER);
  for (let asked = 0; asked < 3; asked += 1) expect((await call("link", { email }, STRANGER)).status).toBe(200);
  expect((await call("link", { email }, STRANGER)).status).toBe(429);
  for (let asked = 0; asked < 3; asked += 1) expect((await call("link", { email }, OWNER, cookie)).status).toBe(200);
  expect((await call("link", { email }, OWNER, cookie)).status).toBe(429);
});

test("[SAFE-04] no edge of a window lets twice the limit through", async () => {
  const email = await newAccount("edge@example.com");
  const ask = async () => (await call("forgot-password", { email }, STRANGER)).status;
  // Up to just before the clock's next hour, where a fixed window would begin anew.
  passTime(59 - site.app.clock.now().getUTCMinutes());
  for (let asked = 0; asked < 3; asked += 1) expect(await ask()).toBe(200);
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
