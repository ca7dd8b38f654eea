import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { eq } from "drizzle-orm";
import { sessions } from "#src/db/tables/accounts.ts";
import { totpSecrets } from "#src/db/tables/factors.ts";
import { appCode, FACTORS, serveByHttps, signedInAs, signedUp } from "#tests/support/factors.ts";
import { authOf, passTime, PASSWORD, secondInstance, wrongCode } from "#tests/support/identity.ts";
import { SoftwareAuthenticator } from "#tests/support/software-authenticator.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
beforeAll(async () => {
  site = serveByHttps(await startTestSite());
});
afterAll(() => site.close());
afterEach(() => vi.useRealTimers());

const auth = () => authOf(site);
const fetchJson = (path: string, body: unknown = {}) => auth().call(path, body);
const codesOf = ({ body }: { body: Record<string, unknown> }) => body["recoveryCodes"] as string[];
const mailsTo = async (email: string) =>
  (await site.mails()).filter(({ to }) => to === email).map(({ subject }) => subject);

async function ticketOf(email: string): Promise<{ ticket: string; methods: string[] }> {
  const answer = await auth().signIn(email);
  expect([answer.status, answer.body["error"]]).toEqual([403, "second_factor_required"]);
  return answer.body as { ticket: string; methods: string[] };
}

const secondStep = (ticket: string, answer: Record<string, unknown>) =>
  fetchJson("second-factor", { ticket, ...answer });

async function passkeyStep(ticket: string, authenticator: SoftwareAuthenticator) {
  const { body } = await fetchJson("second-factor/passkey", { ticket });
  return secondStep(ticket, { method: "passkey", response: authenticator.get(body as never) });
}

describe("passkeys", () => {
  test("[SAFE-05] a passkey signs in by itself, and its session counts as two factors", async () => {
    const ana = await signedUp(site, "ana@example.com");
    const { status, body, authenticator } = await ana.addPasskey();
    expect(status).toBe(200);
    expect(body).toMatchObject({ factors: { passkeys: [{ usedAt: null }], authenticator: null } });
    const { body: options } = await fetchJson("passkey/options");
    const signedIn = await fetchJson("passkey", { response: authenticator.get(options as never) });
    expect(signedIn.status).toBe(200);
    expect(signedIn.cookies.join()).toContain("sandbar_refresh=");
    const again = signedInAs(site, signedIn, ana.email);
    expect(await again.factors()).toMatchObject({ passkeys: [{ usedAt: expect.any(String) }] });
    const rows = await site.app.db.select({ provedWith: sessions.provedWith }).from(sessions);
    expect(rows).toContainEqual({ provedWith: ["passkey"] });
  });

  test("[SAFE-05] a passkey is the second step after the password", async () => {
    const bea = await signedUp(site, "bea@example.com");
    const { authenticator } = await bea.addPasskey();
    const { ticket, methods } = await ticketOf(bea.email);
    expect(methods).toEqual(["passkey", "recovery_code"]);
    const done = await passkeyStep(ticket, authenticator);
    expect([done.status, typeof done.body["idToken"]]).toEqual([200, "string"]);
    // One ticket opens one session.
    const { body } = await fetchJson("second-factor/passkey", { ticket });
    expect(body).toMatchObject({ error: "unauthenticated" });
  });

  test("[SAFE-05] what was answered once, elsewhere, without the owner, or for another purpose is refused", async () => {
    const cid = await signedUp(site, "cid@example.com");
    const { authenticator } = await cid.addPasskey();
    const begin = async () => (await fetchJson("passkey/options")).body as never;
    const signIn = (response: unknown) => fetchJson("passkey", { response });
    const signed = authenticator.get(await begin());
    expect((await signIn(signed)).status).toBe(200);
    expect((await signIn(signed)).status).toBe(422);
    const late = authenticator.get(await begin());
    passTime(6);
    expect((await signIn(late)).status).toBe(422);
    vi.useRealTimers();
    const faults = [{ origin: "https://phishing.example" }, { rpId: "phishing.example" }, { verifiesUser: false }];
    for (const fault of faults) {
      const { behavior } = authenticator;
      const before = { ...behavior };
      Object.assign(behavior, fault);
      expect((await signIn(authenticator.get(await begin()))).status).toBe(422);
      Object.assign(behavior, before);
    }
    // The challenge of a fresh proof is no sign-in.
    const proof = await cid.call("POST", "/api/account/proof/passkey");
    expect((await signIn(authenticator.get(proof.body as never))).status).toBe(422);
    expect((await signIn(new SoftwareAuthenticator(site.app.publicUrl).get(await begin()))).status).toBe(422);
    expect((await signIn(authenticator.get(await begin()))).status).toBe(200);
  });

  test("[SAFE-05] a passkey names its own account only", async () => {
    const dan = await signedUp(site, "dan@example.com");
    const eve = await signedUp(site, "eve@example.com");
    const own = await dan.addPasskey();
    const other = await eve.addPasskey();
    own.authenticator.userHandle = other.authenticator.userHandle;
    const { body: options } = await fetchJson("passkey/options");
    expect((await fetchJson("passkey", { response: own.authenticator.get(options as never) })).status).toBe(422);
    const { ticket } = await ticketOf(dan.email);
    expect((await passkeyStep(ticket, other.authenticator)).status).toBe(422);
  });

  test("[SAFE-05] a copy of a passkey is refused by its counter, and the owner is told", async () => {
    const fay = await signedUp(site, "fay@example.com");
    const { authenticator } = await fay.addPasskey();
    const begin = async () => (await fetchJson("passkey/options")).body as never;
    expect((await fetchJson("passkey", { response: authenticator.get(await begin()) })).status).toBe(200);
    authenticator.counter -= 1;
    const copied = await fetchJson("passkey", { response: authenticator.get(await begin()) });
    expect(copied.status).toBe(422);
    expect(copied.body["message"]).toContain("a copy of it may exist");
    expect(await mailsTo(fay.email)).toContain("A passkey of yours may have been copied");
    // Passkeys that sync do not count at all.
    const synced = await fay.addPasskey(new SoftwareAuthenticator(site.app.publicUrl, { step: 0 }));
    for (let use = 0; use < 2; use += 1) {
      const response = synced.authenticator.get(await begin());
      expect((await fetchJson("passkey", { response })).status).toBe(200);
    }
  });

  test("[SAFE-05] passkeys can be renamed and removed by their owner alone; ten are the most", async () => {
    const gia = await signedUp(site, "gia@example.com");
    const hal = await signedUp(site, "hal@example.com");
    const { authenticator } = await gia.addPasskey();
    const path = `${FACTORS}/passkeys/${authenticator.id}`;
    expect((await gia.call("PATCH", path, { name: " My phone " })).body).toMatchObject({
      passkeys: [{ name: "My phone" }],
    });
    expect((await hal.call("PATCH", path, { name: "Mine" })).status).toBe(404);
    expect((await hal.call("DELETE", path)).status).toBe(404);
    for (let more = 1; more < 10; more += 1) expect((await gia.addPasskey()).status).toBe(200);
    expect((await gia.addPasskey()).status).toBe(409);
    expect((await gia.call("DELETE", path)).status).toBe(200);
    expect((await gia.addPasskey(authenticator)).status).toBe(200);
    expect(await mailsTo(gia.email)).toContain("A sign-in method was removed");
  });

  test("[SAFE-05] any process takes the answer to a challenge of another", async () => {
    const ivy = await signedUp(site, "ivy@example.com");
    const { authenticator } = await ivy.addPasskey();
    const elsewhere = serveByHttps(await secondInstance(site));
    const { body } = await fetchJson("passkey/options");
    const response = authenticator.get(body as never);
    expect((await authOf(elsewhere).call("passkey", { response })).status).toBe(200);
    await elsewhere.close();
  });
});

describe("authenticator apps", () => {
  test("[SAFE-05] an app's code is the second step; each code works once, and clocks may be half a minute off", async () => {
    const jon = await signedUp(site, "jon@example.com");
    const { status, secret } = await jon.addApp();
    expect(status).toBe(200);
    const now = () => site.app.clock.now();
    const step = async (code: string) => {
      const { ticket } = await ticketOf(jon.email);
      return (await secondStep(ticket, { method: "totp", code })).status;
    };
    // The code that turned the app on is used up.
    expect(await step(appCode(secret, now()))).toBe(422);
    passTime(5);
    const code = appCode(secret, now());
    expect(await step(code)).toBe(200);
    expect(await step(code)).toBe(422);
    const ahead = appCode(secret, new Date(now().getTime() + 30_000));
    expect(await step(ahead)).toBe(200);
    // A code that is older than the newest accepted one is refused although its time is not over.
    expect(await step(code)).toBe(422);
    passTime(5);
    expect(await step(appCode(secret, new Date(now().getTime() - 30_000)))).toBe(200);
    expect(await step(appCode(secret, new Date(now().getTime() + 61_000)))).toBe(422);
  });

  test("[SAFE-05] the same code at the same moment opens one session", async () => {
    const kim = await signedUp(site, "kim@example.com");
    const { secret } = await kim.addApp();
    passTime(2);
    const tickets = await Promise.all(Array.from({ length: 4 }, () => ticketOf(kim.email)));
    const code = appCode(secret, site.app.clock.now());
    const answers = await Promise.all(tickets.map(({ ticket }) => secondStep(ticket, { method: "totp", code })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422, 422]);
  });

  test("[SAFE-05] guesses are counted by account; recovery codes still come through", async () => {
    const lea = await signedUp(site, "lea@example.com");
    const { secret, ...added } = await lea.addApp();
    passTime(2);
    const wrong = wrongCode(appCode(secret, site.app.clock.now()));
    const { ticket } = await ticketOf(lea.email);
    const guess = (with_: string) => secondStep(with_, { method: "totp", code: wrong });
    const first = await Promise.all(Array.from({ length: 5 }, () => guess(ticket)));
    expect(first.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422]);
    // Five wrong answers end a ticket, whatever the sixth says.
    const code = appCode(secret, site.app.clock.now());
    expect((await secondStep(ticket, { method: "totp", code })).status).toBe(401);
    const { ticket: another } = await ticketOf(lea.email);
    for (let more = 0; more < 5; more += 1) await guess(another);
    const { ticket: third } = await ticketOf(lea.email);
    expect((await secondStep(third, { method: "totp", code })).status).toBe(429);
    expect((await secondStep(third, { method: "recovery_code", code: codesOf(added)[0] })).status).toBe(200);
    passTime(26 * 60);
    const { ticket: tomorrow } = await ticketOf(lea.email);
    const fresh = appCode(secret, site.app.clock.now());
    expect((await secondStep(tomorrow, { method: "totp", code: fresh })).status).toBe(200);
  });

  test("[SAFE-05] an app counts from its first code on, and a newer one takes its place", async () => {
    const moe = await signedUp(site, "moe@example.com");
    const begun = await moe.call("POST", `${FACTORS}/authenticator`);
    expect(begun.body).toMatchObject({
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      uri: expect.stringMatching(/^otpauth:\/\/totp\/Jax%20Beach:moe%40example\.com\?/),
      qr: { size: expect.any(Number), path: expect.stringMatching(/^M\d/) },
    });
    expect((await auth().signIn(moe.email)).status).toBe(200);
    await moe.addPasskey();
    const { ticket } = await ticketOf(moe.email);
    const code = (secret: string) => ({ method: "totp", code: appCode(secret, site.app.clock.now()) });
    const early = code(String(begun.body["secret"]));
    expect((await secondStep(ticket, early)).status).toBe(422);
    const wrong = { code: wrongCode(early.code) };
    expect((await moe.call("POST", `${FACTORS}/authenticator/confirm`, wrong)).status).toBe(422);
    const old = await moe.addApp();
    passTime(3);
    const next = await moe.addApp();
    expect([next.status, codesOf(next)]).toEqual([200, null]);
    passTime(3);
    expect((await secondStep(ticket, code(old.secret))).status).toBe(422);
    expect((await secondStep(ticket, code(next.secret))).status).toBe(200);
  });

  test("[SAFE-05] the database holds no secret that makes codes", async () => {
    const ned = await signedUp(site, "ned@example.com");
    const { secret } = await ned.addApp();
    const rows = await site.app.db.select().from(totpSecrets);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(secret);
    // A row that is copied to another account opens nothing there.
    const [mine] = rows.slice(-1);
    expect(await site.app.secrets.unseal(mine?.sealedSecret ?? "", `totp someone ${mine?.id}`)).toBeNull();
    expect(await site.app.secrets.unseal(mine?.sealedSecret ?? "", `totp ${mine?.sub} ${mine?.id}`)).toBe(secret);
  });
});

describe("recovery codes", () => {
  test("[SAFE-05] ten codes come with the first factor; each works once, and its use is mailed", async () => {
    const oli = await signedUp(site, "oli@example.com");
    const codes = codesOf(await oli.addPasskey());
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    expect(codesOf(await oli.addApp())).toBeNull();
    const [first = ""] = codes;
    expect(first).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
    const { ticket } = await ticketOf(oli.email);
    const typed = ` ${first.toLowerCase().replaceAll("-", " ")} `;
    expect((await secondStep(ticket, { method: "recovery_code", code: typed })).status).toBe(200);
    const { ticket: again } = await ticketOf(oli.email);
    expect((await secondStep(again, { method: "recovery_code", code: first })).status).toBe(422);
    expect(await oli.factors()).toMatchObject({ recoveryCodes: { left: 9 } });
    expect(await mailsTo(oli.email)).toContain("A recovery code was used");
  });

  test("[SAFE-05] new codes end the old ones", async () => {
    const pam = await signedUp(site, "pam@example.com");
    expect((await pam.call("POST", `${FACTORS}/recovery-codes`)).status).toBe(409);
    const [old] = codesOf(await pam.addPasskey());
    const [fresh] = codesOf(await pam.call("POST", `${FACTORS}/recovery-codes`));
    const { ticket } = await ticketOf(pam.email);
    expect((await secondStep(ticket, { method: "recovery_code", code: old })).status).toBe(422);
    expect((await secondStep(ticket, { method: "recovery_code", code: fresh })).status).toBe(200);
  });

  test("[SAFE-05] without a factor there are none, and sign-in asks for nothing more", async () => {
    const quy = await signedUp(site, "quy@example.com");
    const { authenticator } = await quy.addPasskey();
    await quy.call("DELETE", `${FACTORS}/passkeys/${authenticator.id}`);
    expect(await quy.factors()).toMatchObject({ passkeys: [], recoveryCodes: null });
    expect((await auth().signIn(quy.email)).status).toBe(200);
    const [row] = await site.app.db
      .select({ provedWith: sessions.provedWith })
      .from(sessions)
      .where(eq(sessions.id, sessionOf(quy.token)));
    expect(row).toEqual({ provedWith: ["password"] });
  });
});

function sessionOf(token: string): string {
  const payload = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as { sid: string };
  return payload.sid;
}

test("[SAFE-05] a wrong password learns nothing of factors", async () => {
  const ray = await signedUp(site, "ray@example.com");
  await ray.addPasskey();
  const wrong = await auth().signIn(ray.email, "Drift-wood-88");
  const nobody = await auth().signIn("nobody@example.com", PASSWORD);
  expect([wrong.status, wrong.body]).toEqual([nobody.status, nobody.body]);
});
