import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deviceName } from "#src/http/client.server.ts";
import { authOf, cookieHeader, newestCode, OTHER_PASSWORD, PASSWORD } from "#tests/support/identity.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

const PHONE =
  "Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36";
const LAPTOP = "Mozilla/5.0 (Macintosh; Intel Mac OS X 14.7; rv:145.0) Gecko/20100101 Firefox/145.0";

let site: TestSite;
let auth: ReturnType<typeof authOf>;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000", TRUST_PROXY: "1" });
  auth = authOf(site);
});
afterAll(() => site.close());

async function signInOn(email: string, agent: string, from: string) {
  await site.app.identity.createAccount({ email, password: PASSWORD, groups: [] });
  const answer = await site.fetch("/api/auth/sign-in", {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": agent, "x-forwarded-for": from },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const { idToken } = (await answer.json()) as { idToken: string };
  return { token: idToken, cookie: cookieHeader(answer.headers.getSetCookie()) };
}

type Device = Record<string, unknown> & { id: string; name: string };
const devicesOf = async (token: string) => {
  const answer = await site.fetch("/api/account/devices", { as: token });
  return ((await answer.json()) as { devices: Device[] }).devices;
};
const isIn = async (token: string) => (await site.fetch("/api/profile", { as: token })).status === 200;
const end = (path: string, as: string) => site.fetch(path, { method: "DELETE", as });
const activityOf = async (token: string, query = "") => {
  const answer = await site.fetch(`/api/account/security-events${query}`, { as: token });
  return (await answer.json()) as { events: Record<string, unknown>[]; next: string | null };
};

test("[SAFE-06] an account lists its devices: name, network at most, last use, and which one asks", async () => {
  const email = "lists@example.com";
  await signInOn(email, PHONE, "198.51.100.77");
  const laptop = await signInOn(email, LAPTOP, "2001:db8:1:2::9");
  const devices = await devicesOf(laptop.token);
  expect(devices).toMatchObject([
    { name: "Firefox on Mac", network: "2001:db8:1::/48", isThisDevice: true, signedInWith: ["password"] },
    { name: "Chrome on Android", network: "198.51.100.0/24", isThisDevice: false },
  ]);
  for (const { lastUsedAt, endsAt } of devices) {
    expect(String(lastUsedAt)).toMatch(/^2026-11-21T/);
    expect(String(endsAt)).toMatch(/^2026-12-21T/);
  }
  expect(JSON.stringify(devices)).not.toMatch(/198\.51\.100\.77|2001:db8:1:2/);
});

test("[SAFE-06] one device ends another one, or all others; what they hold counts no more at once", async () => {
  const email = "ends@example.com";
  const phone = await signInOn(email, PHONE, "198.51.100.77");
  const laptop = await signInOn(email, LAPTOP, "203.0.113.5");
  const tablet = await signInOn(email, PHONE.replace("Mobile ", ""), "203.0.113.6");
  const stranger = await signInOn("stranger@example.com", PHONE, "192.0.2.1");
  const [, , first] = await devicesOf(laptop.token);
  const target = (await devicesOf(phone.token)).find(({ isThisDevice }) => isThisDevice === true);
  expect(first).toBeDefined();
  const path = `/api/account/devices/${target?.id}`;
  // Nobody else's, and told like one that is not there.
  expect((await end(path, stranger.token)).status).toBe(404);
  expect(await isIn(phone.token)).toBe(true);
  expect((await end(path, laptop.token)).status).toBe(200);
  expect(await isIn(phone.token)).toBe(false);
  expect((await auth.refresh(phone.cookie)).status).toBe(401);
  expect((await end(path, laptop.token)).status).toBe(404);
  expect((await end("/api/account/devices/%00", laptop.token)).status).toBe(404);
  expect(await isIn(tablet.token)).toBe(true);
  expect((await end("/api/account/devices", laptop.token)).status).toBe(200);
  expect(await isIn(tablet.token)).toBe(false);
  expect(await isIn(laptop.token)).toBe(true);
  expect(await isIn(stranger.token)).toBe(true);
  expect(await devicesOf(laptop.token)).toHaveLength(1);
});

test("[SAFE-16] the person sees their own events, page by page, and nobody else's", async () => {
  const email = "sees@example.com";
  const { token } = await signInOn(email, PHONE, "198.51.100.77");
  await auth.signIn(email, OTHER_PASSWORD);
  for (let more = 0; more < 22; more += 1) await auth.signIn(email);
  const first = await activityOf(token);
  expect(first.events).toHaveLength(20);
  const rest = await activityOf(token, `?after=${first.next}`);
  expect(rest.next).toBeNull();
  const all = [...first.events, ...rest.events];
  expect(new Set(all.map(({ id }) => id)).size).toBe(24);
  expect(all.map(({ kind }) => kind)).toContain("sign_in_failed");
  expect(all.at(-1)).toMatchObject({ kind: "sign_in", device: "Chrome on Android", network: "198.51.100.0/24" });
  const other = await signInOn("nosy@example.com", LAPTOP, "203.0.113.5");
  expect((await activityOf(other.token)).events).toHaveLength(1);
  expect((await site.fetch("/api/account/security-events?after=nonsense", { as: token })).status).toBe(400);
});

test("[SAFE-16] organizers read and search the log of all accounts, page by page", async () => {
  const { token } = await site.signedIn({ groups: ["Admins"] });
  await auth.signIn("stranger@example.com", PASSWORD);
  // As many more as fill a page, without the work of checking a password each time.
  await site.app.db.execute(sql`
    insert into security_events (id, sub, kind, at)
    select gen_random_uuid(), sub, 'sign_in_failed', now()
    from accounts cross join generate_series(1, 51) where email = 'stranger@example.com'`);
  const read = async (query: string) => {
    const answer = await site.fetch(`/api/admin/security-log?${query}`, { as: token });
    return (await answer.json()) as { events: Record<string, unknown>[]; next: string | null };
  };
  const first = await read("search=STRANGER@");
  expect(first.events).toHaveLength(50);
  const rest = await read(`search=STRANGER@&after=${first.next}`);
  expect(rest.events.length).toBeGreaterThan(2);
  for (const { email } of [...first.events, ...rest.events]) expect(email).toBe("stranger@example.com");
  expect(new Set([...first.events, ...rest.events].map(({ id }) => id)).size).toBe(
    first.events.length + rest.events.length,
  );
  const ended = await read("kind=session_ended");
  expect(new Set(ended.events.map(({ kind }) => kind))).toEqual(new Set(["session_ended"]));
  expect((await read("search=100%25")).events).toEqual([]);
  expect((await site.fetch("/api/admin/security-log?kind=nothing", { as: token })).status).toBe(422);
});

/** Somebody signed in whose calendar has a secret address. */
async function withCalendar(email: string) {
  const signedIn = await signInOn(email, PHONE, "198.51.100.77");
  const made = await site.fetch("/api/profile/calendar", { method: "POST", as: signedIn.token });
  const { url } = (await made.json()) as { url: string };
  const readCalendar = async () => (await site.fetch(new URL(url).pathname)).status;
  expect(await readCalendar()).toBe(200);
  return { ...signedIn, readCalendar };
}

async function newestEvent(email: string): Promise<string | undefined> {
  const { rows } = await site.app.db.execute<{ kind: string }>(
    sql`select kind from security_events join accounts using (sub) where email = ${email} order by id desc limit 1`,
  );
  return rows[0]?.kind;
}

test("[SAFE-09] a reset of the password ends the calendar's secret address too, and a mail tells of it", async () => {
  const email = "reset@example.com";
  const { token, readCalendar } = await withCalendar(email);
  await auth.call("forgot-password", { email });
  const code = await newestCode(site, email);
  expect((await auth.call("reset-password", { email, code, password: OTHER_PASSWORD })).status).toBe(200);
  expect(await readCalendar()).toBe(404);
  expect(await isIn(token)).toBe(false);
  expect(await newestEvent(email)).toBe("password_reset");
  const subjects = (await site.mails()).filter(({ to }) => to === email).map(({ subject }) => subject);
  expect(subjects).toContain("Your password was reset");
});

test("[SAFE-09] signing out everywhere ends the calendar's secret address too", async () => {
  const email = "everywhere@example.com";
  const { token, cookie, readCalendar } = await withCalendar(email);
  await auth.signOut(cookie, true);
  expect(await readCalendar()).toBe(404);
  expect(await isIn(token)).toBe(false);
  expect(await newestEvent(email)).toBe("session_ended");
});

test("devices are named as people know theirs", () => {
  const named = {
    [PHONE]: "Chrome on Android",
    [LAPTOP]: "Firefox on Mac",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1":
      "Safari on iPhone",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0":
      "Edge on Windows",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/142.0.0.0 Safari/537.36": "Chrome on Linux",
    "curl/8.14.1": "",
    "": "",
  };
  for (const [agent, name] of Object.entries(named)) expect(deviceName(agent), agent).toBe(name);
});

test("[SAFE-09, SAFE-16] a calendar address is logged and mailed, and ends with the device that made it", async () => {
  const email = "calendar@example.com";
  const { token: phone, readCalendar } = await withCalendar(email);
  expect(await newestEvent(email)).toBe("calendar_address");
  const told = (await site.mails()).filter(({ to }) => to === email);
  expect(told.map(({ subject }) => subject)).toEqual(["Your calendar has a new private address"]);
  // An ordinary sign-out leaves it.
  const words = told[0]?.text.replaceAll(/\s+/g, " ");
  expect(words).toContain("It keeps working after an ordinary sign-out.");
  const { token: laptop } = await signInOn(email, LAPTOP, "203.0.113.5");
  const tablet = await signInOn(email, PHONE.replace("Mobile ", ""), "203.0.113.6");
  const idOf = async (as: string) => (await devicesOf(as)).find(({ isThisDevice }) => isThisDevice)?.id;
  const [phoneId, tabletId] = [await idOf(phone), await idOf(tablet.token)];
  // Another device's end is no concern of it.
  await end(`/api/account/devices/${tabletId}`, laptop);
  expect(await readCalendar()).toBe(200);
  await end(`/api/account/devices/${phoneId}`, laptop);
  expect(await readCalendar()).toBe(404);
});

test("[SAFE-09] signing out the other devices ends a calendar address that was made on one, signed out by now or not", async () => {
  const email = "others@example.com";
  const { cookie, readCalendar } = await withCalendar(email);
  const laptop = await signInOn(email, LAPTOP, "203.0.113.5");
  // An ordinary sign-out leaves the calendar of its owner alone.
  await auth.signOut(cookie, false);
  expect(await readCalendar()).toBe(200);
  expect((await end("/api/account/devices", laptop.token)).status).toBe(200);
  expect(await readCalendar()).toBe(404);
  const own = await site.fetch("/api/profile/calendar", { method: "POST", as: laptop.token });
  const { url } = (await own.json()) as { url: string };
  await signInOn(email, PHONE, "198.51.100.77");
  expect((await end("/api/account/devices", laptop.token)).status).toBe(200);
  expect((await site.fetch(new URL(url).pathname)).status).toBe(200);
});
