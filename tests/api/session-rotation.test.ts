import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type CognitoSite, startCognitoSite, stubAdministrator } from "#tests/support/cognito-site.ts";
import { authOf, cookieHeader, passTime, PASSWORD, secondInstance } from "#tests/support/identity.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

// Sessions are the site's own, so they are the same whichever user pool checks passwords.
const POOLS: Readonly<Record<string, () => Promise<TestSite & Partial<CognitoSite>>>> = {
  "the built-in user pool": () => startTestSite({ RATE_LIMIT_FACTOR: "1000", ADMIN_EMAILS: "listed@example.com" }),
  "a Cognito user pool": () => startCognitoSite({ settings: { ADMIN_EMAILS: "listed@example.com" } }),
  "a Cognito user pool that rotates its tokens": () => startCognitoSite({ pool: { rotatesRefreshTokens: true } }),
};

const REFRESH = "sandbar_refresh";
const credentialOf = (cookie: string) => new RegExp(`${REFRESH}=([^;]+)`).exec(cookie)?.[1];

describe.each(Object.entries(POOLS))("%s", (_pool, start) => {
  let site: TestSite & Partial<CognitoSite>;
  let auth: ReturnType<typeof authOf>;
  beforeAll(async () => {
    site = await start();
    auth = authOf(site);
  });
  beforeEach(() => {
    if (site.fake) stubAdministrator(site.fake.pool.administrator);
  });
  afterAll(() => site.close());
  afterEach(() => {
    vi.useRealTimers();
  });

  async function signIn(email: string, groups: readonly string[] = []) {
    await site.app.identity.createAccount({ email, password: PASSWORD, groups });
    const { body, cookies } = await auth.signIn(email);
    return { token: String(body["idToken"]), cookie: cookieHeader(cookies) };
  }
  const goOn = async (cookie: string) => {
    const { status, body, cookies } = await auth.refresh(cookie);
    return { status, token: String(body["idToken"]), cookie: cookieHeader(cookies) };
  };
  const isIn = async (token: string) => (await site.fetch("/api/profile", { as: token })).status === 200;
  const subjectsTo = async (email: string) =>
    (await site.mails()).filter(({ to }) => to === email).map(({ subject }) => subject);

  test("[SAFE-06] the refresh credential is another one after each use", async () => {
    let { cookie } = await signIn("rotates@example.com");
    const seen = new Set([credentialOf(cookie)]);
    for (let uses = 0; uses < 5; uses += 1) {
      const next = await goOn(cookie);
      expect(next.status).toBe(200);
      expect(await isIn(next.token)).toBe(true);
      ({ cookie } = next);
      seen.add(credentialOf(cookie));
    }
    expect(seen.size).toBe(6);
  });

  test("[SAFE-06] reusing an old credential ends the session for every holder and mails the owner", async () => {
    const email = "stolen@example.com";
    const owner = await signIn(email);
    const other = await auth.signIn(email);
    // The thief copied the cookie and comes later than the owner.
    const next = await goOn(owner.cookie);
    passTime(2);
    expect((await goOn(owner.cookie)).status).toBe(401);
    expect((await goOn(next.cookie)).status).toBe(401);
    for (const token of [owner.token, next.token]) expect(await isIn(token)).toBe(false);
    expect((await goOn(cookieHeader(other.cookies))).status).toBe(200);
    expect(await subjectsTo(email)).toEqual(["We signed you out to protect your account"]);
    const { rows } = await site.app.db.execute(
      sql`select 1 from security_events join accounts using (sub) where email = ${email} and kind = 'refresh_reused'`,
    );
    expect(rows).toHaveLength(1);
  });

  test("[SAFE-06] two tabs that ask at once are given the same credential, in two processes too", async () => {
    const { cookie } = await signIn("tabs@example.com");
    const answers = await Promise.all(Array.from({ length: 8 }, () => goOn(cookie)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map((answer) => credentialOf(answer.cookie))).size).toBe(1);
    for (const { token } of answers) expect(await isIn(token)).toBe(true);
    // An answer that was lost on its way is given again for a minute, then the credential is an old one.
    expect(credentialOf((await goOn(cookie)).cookie)).toBe(credentialOf(answers[0]?.cookie ?? ""));
    expect((await goOn(answers[0]?.cookie ?? "")).status).toBe(200);
    passTime(2);
    expect((await goOn(cookie)).status).toBe(401);
  });

  test("[SAFE-06] a browser of many tabs keeps its session through any order of refreshes within a minute", async () => {
    const { cookie } = await signIn("many-tabs@example.com");
    // One jar for all tabs, as in a browser: a cookie is taken when it comes, and sent as it is at that moment.
    const jar = { cookie };
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let round = 0; round < 6; round += 1) {
      const tabs = 2 + random(4);
      const held = jar.cookie;
      const answers = await Promise.all(Array.from({ length: tabs }, () => goOn(held)));
      for (const answer of answers) {
        expect(answer.status).toBe(200);
        if (credentialOf(answer.cookie) !== undefined) jar.cookie = answer.cookie;
      }
    }
    passTime(50);
    expect((await goOn(jar.cookie)).status).toBe(200);
  });

  test("[SAFE-06] a session ends after thirty days however much it is used, an organizer's after twelve hours", async () => {
    const begin = async (email: string, groups: readonly string[] = []) => ({ ...(await signIn(email, groups)) });
    const member = await begin("month@example.com", ["Members"]);
    const organizer = await begin("organizer@example.com", ["Admins"]);
    for (const hours of [6, 5]) {
      passTime(hours * 60);
      for (const one of [member, organizer]) {
        const next = await goOn(one.cookie);
        expect(next.status).toBe(200);
        Object.assign(one, next);
      }
    }
    // Eleven hours: the new id token is good for the last one only.
    expect(await isIn(organizer.token)).toBe(true);
    passTime(61);
    expect(await isIn(organizer.token)).toBe(false);
    expect((await goOn(organizer.cookie)).status).toBe(401);
    passTime(29 * 24 * 60);
    const last = await goOn(member.cookie);
    expect(last.status).toBe(200);
    passTime(24 * 60);
    expect(await isIn(last.token)).toBe(false);
    expect((await goOn(last.cookie)).status).toBe(401);
  });

  test("[SAFE-06] somebody who becomes an organizer has no longer session than organizers have", async () => {
    const email = "promoted@example.com";
    const { token, cookie } = await signIn(email);
    passTime(13 * 60);
    const next = await goOn(cookie);
    expect(await isIn(next.token)).toBe(true);
    await site.app.identity.setGroup(email, "Admins", true);
    expect(await isIn(next.token)).toBe(false);
    expect((await goOn(next.cookie)).status).toBe(401);
    expect(await isIn(token)).toBe(false);
  });

  test("[SAFE-06] an organizer's session that ran out does not go on when they are an organizer no more", async () => {
    const email = "demoted@example.com";
    const { cookie } = await signIn(email, ["Admins"]);
    passTime(13 * 60);
    await site.app.identity.setGroup(email, "Admins", false);
    // A session of someone who is no organizer lasts thirty days, but this one is over.
    expect((await goOn(cookie)).status).toBe(401);
  });

  test("[SAFE-06] signing out ends the id tokens of that session at once, and of no other", async () => {
    const email = "leaves@example.com";
    const here = await signIn(email);
    const { body } = await auth.signIn(email);
    expect((await auth.signOut(here.cookie)).status).toBe(200);
    expect(await isIn(here.token)).toBe(false);
    expect(await isIn(String(body["idToken"]))).toBe(true);
  });

  test("[SAFE-06] everywhere is signed out by the credential in use; a spent one ends its own session only", async () => {
    const email = "spent@example.com";
    const [here, there] = [await signIn(email), await auth.signIn(email)];
    const next = await goOn(here.cookie);
    passTime(2);
    expect((await auth.signOut(here.cookie, true)).status).toBe(200);
    expect(await isIn(next.token)).toBe(false);
    expect(await isIn(String(there.body["idToken"]))).toBe(true);
    const third = await auth.signIn(email);
    const later = await goOn(cookieHeader(there.cookies));
    expect(later.status).toBe(200);
    // Replaced a moment ago, by another tab.
    await auth.signOut(cookieHeader(there.cookies), true);
    for (const token of [later.token, String(third.body["idToken"])]) expect(await isIn(token)).toBe(false);
  });

  test("[SAFE-06] nothing in the tables is a credential, and a credential does not tell its successor", async () => {
    const { cookie } = await signIn("hashed@example.com");
    const next = await goOn(cookie);
    const { rows } = await site.app.db.execute<{ row: string }>(
      sql`select to_jsonb(s)::text as row from sessions s union all select to_jsonb(r)::text from session_rotations r`,
    );
    const kept = rows.map(({ row }) => row).join("\n");
    for (const held of [cookie, next.cookie]) {
      const credential = credentialOf(held) ?? "nothing";
      expect(kept).not.toContain(credential);
      // The half that stays seals what belongs to the session: it must not be in the tables either.
      expect(kept).not.toContain(credential.slice(0, 21));
    }
    expect(credentialOf(cookie)?.slice(0, 21)).toBe(credentialOf(next.cookie)?.slice(0, 21));
    expect(credentialOf(cookie)?.slice(22)).not.toBe(credentialOf(next.cookie)?.slice(22));
  });
});

describe("two processes", () => {
  test("[SAFE-06] rotate one credential to the same successor, and end each other's sessions at once", async () => {
    const site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
    const second = await secondInstance(site);
    try {
      await site.app.identity.createAccount({ email: "two@example.com", password: PASSWORD, groups: [] });
      const [here, there] = [authOf(site), authOf(second)];
      const signedIn = await here.signIn("two@example.com");
      const cookie = cookieHeader(signedIn.cookies);
      const answers = await Promise.all([1, 2, 3, 4].map((turn) => (turn % 2 ? here : there).refresh(cookie)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(new Set(answers.map(({ cookies }) => credentialOf(cookieHeader(cookies)))).size).toBe(1);
      const token = String(signedIn.body["idToken"]);
      expect((await second.fetch("/api/profile", { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
      await here.signOut(cookieHeader(answers[0]?.cookies ?? []));
      expect((await second.fetch("/api/profile", { headers: { authorization: `Bearer ${token}` } })).status).toBe(401);
    } finally {
      await second.close();
      await site.close();
    }
  });
});
