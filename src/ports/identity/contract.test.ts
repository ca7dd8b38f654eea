import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { pino } from "pino";
import { connect } from "#src/db/connect.server.ts";
import { cognitoIdentity } from "#src/ports/identity/cognito/identity-cognito.server.ts";
import { startFakeCognito } from "#src/ports/identity/cognito/fake-cognito.ts";
import { localIdentity } from "#src/ports/identity/local/identity-local.server.ts";
import type { IdentityMail, IdentityPort, IdentityTokens } from "#src/ports/identity/port.ts";
import { OutsideHealth } from "#src/shared/outside.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";

// What the product relies on, whichever user pool it is given. A further adapter is a further line of ADAPTERS.

type Harness = {
  readonly identity: IdentityPort;
  /** The codes that went to an address, oldest first, by whatever way the pool sends them. */
  codesTo(email: string): Promise<readonly string[]>;
  close(): Promise<void>;
};

async function localHarness(): Promise<Harness> {
  const database = await createTestDatabase();
  const { db, pool } = connect(database.url, pino({ level: "silent" }));
  const sent: IdentityMail[] = [];
  const identity = localIdentity({
    db,
    issuer: "http://contract.test",
    now: () => new Date(),
    idTokenSeconds: 3600,
    sendMail: async (_tx, mail) => void sent.push(mail),
  });
  return {
    identity,
    codesTo: async (email) => sent.flatMap((mail) => (mail.email === email && "code" in mail ? [mail.code] : [])),
    async close() {
      await pool.end();
      await database.drop();
    },
  };
}

async function cognitoHarness({ rotatesRefreshTokens }: { rotatesRefreshTokens: boolean }): Promise<Harness> {
  const database = await createTestDatabase();
  const log = pino({ level: "silent" });
  const { db, pool } = connect(database.url, log);
  const fake = await startFakeCognito({ rotatesRefreshTokens });
  const { region, poolId, clientId, administrator, mails } = fake.pool;
  const identity = cognitoIdentity({
    db,
    log,
    now: () => new Date(),
    region,
    poolId,
    clientId,
    endpoint: fake.url,
    credentials: administrator,
    health: new OutsideHealth(() => new Date()),
  });
  return {
    identity,
    codesTo: async (email) => mails.flatMap((mail) => (mail.email === email ? [mail.code] : [])),
    async close() {
      identity.close();
      await fake.close();
      await pool.end();
      await database.drop();
    },
  };
}

const ADAPTERS: Readonly<Record<string, () => Promise<Harness>>> = {
  "the built-in user pool": localHarness,
  "a Cognito user pool": () => cognitoHarness({ rotatesRefreshTokens: false }),
  "a Cognito user pool that rotates its refresh tokens": () => cognitoHarness({ rotatesRefreshTokens: true }),
};

const EMAIL = "ana@example.com";
const PASSWORD = "Sand-castle-7";
const OTHER = "Drift-wood-88";

describe.each(Object.entries(ADAPTERS))("%s", (_name, start) => {
  let harness: Harness;
  let identity: IdentityPort;
  beforeEach(async () => {
    harness = await start();
    identity = harness.identity;
  });
  afterEach(() => harness.close());

  const newestCode = async (email = EMAIL) => (await harness.codesTo(email)).at(-1) ?? "none was sent";
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

  /** Signs up and confirms; the account's `sub`. */
  async function signUpWhole(email = EMAIL, password = PASSWORD): Promise<string> {
    const begun = await identity.signUp({ email, password });
    if (!begun.ok) throw new Error(begun.fault);
    const { signUpId } = begun.value;
    const confirmed = await identity.confirmSignUp({ email, code: await newestCode(email), signUpId });
    if (!confirmed.ok) throw new Error(confirmed.fault);
    return (await tokensOf(email, password)).claims.sub;
  }

  async function tokensOf(email = EMAIL, password = PASSWORD): Promise<IdentityTokens> {
    const signedIn = await identity.signIn({ email, password });
    if (!signedIn.ok) throw new Error(signedIn.fault);
    return signedIn.value;
  }

  const refusal = (fault: string) => ({ ok: false, fault });

  test("[AUTH-08] a sign-up becomes an account by its code", async () => {
    const begun = await identity.signUp({ email: EMAIL, password: PASSWORD });
    expect(begun).toMatchObject({ ok: true, value: { signUpId: expect.any(String) } });
    expect(await identity.signIn({ email: EMAIL, password: PASSWORD })).toEqual(refusal("not_confirmed"));
    const code = await newestCode();
    expect(await identity.confirmSignUp({ email: EMAIL, code: wrong(code) })).toEqual(refusal("wrong_code"));
    expect(await identity.confirmSignUp({ email: EMAIL, code })).toMatchObject({ ok: true });
    expect(await identity.confirmSignUp({ email: EMAIL, code })).toEqual(refusal("wrong_code"));
    expect((await identity.signIn({ email: EMAIL, password: PASSWORD })).ok).toBe(true);
  });

  test("[AUTH-08] another code can be had, and the sign-up's password stays", async () => {
    await identity.signUp({ email: EMAIL, password: PASSWORD });
    await identity.resendCode({ email: EMAIL });
    expect(await harness.codesTo(EMAIL)).toHaveLength(2);
    expect(await identity.confirmSignUp({ email: EMAIL, code: await newestCode() })).toMatchObject({ ok: true });
    expect((await identity.signIn({ email: EMAIL, password: PASSWORD })).ok).toBe(true);
  });

  test("[AUTH-08] a wrong password and an unknown address are refused alike", async () => {
    await signUpWhole();
    expect(await identity.signIn({ email: EMAIL, password: OTHER })).toEqual(refusal("wrong_credentials"));
    expect(await identity.signIn({ email: "nobody@example.com", password: OTHER })).toEqual(
      refusal("wrong_credentials"),
    );
  });

  test("[AUTH-08] signing up with an address that has an account succeeds to the eye and changes nothing", async () => {
    await signUpWhole();
    const sent = (await harness.codesTo(EMAIL)).length;
    expect(await identity.signUp({ email: EMAIL, password: OTHER })).toMatchObject({ ok: true });
    expect(await harness.codesTo(EMAIL)).toHaveLength(sent);
    expect(await identity.signIn({ email: EMAIL, password: OTHER })).toEqual(refusal("wrong_credentials"));
    expect((await identity.signIn({ email: EMAIL, password: PASSWORD })).ok).toBe(true);
  });

  test("[AUTH-08] the id token says who it is, and verifies; a changed one does not", async () => {
    const sub = await signUpWhole();
    const { idToken, expiresAt, claims } = await tokensOf();
    expect(await identity.verifyIdToken(idToken)).toEqual(claims);
    expect(claims).toMatchObject({ sub, email: EMAIL, emailVerified: true, groups: [], expiresAt });
    expect(expiresAt.getTime()).toBeGreaterThan(Date.now());
    const [header, , signature] = idToken.split(".");
    const payload = Buffer.from(JSON.stringify({ sub, "cognito:groups": ["Admins"] })).toString("base64url");
    for (const forged of [`${header}.${payload}.${signature}`, "a.b.c", ""])
      expect(await identity.verifyIdToken(forged)).toBeNull();
    expect((await identity.publicKeys()).keys.length).toBeGreaterThan(0);
  });

  test("[AUTH-08] a session gives further tokens until it is signed out, apart from the others of its account", async () => {
    await signUpWhole();
    const [here, there] = [await tokensOf(), await tokensOf()];
    const renewed = await identity.refresh(here.refreshToken);
    expect(renewed).toMatchObject({ ok: true, value: { claims: { email: EMAIL } } });
    await identity.signOut(here.refreshToken, { everywhere: false });
    expect(await identity.refresh(here.refreshToken)).toEqual(refusal("session_over"));
    expect((await identity.refresh(there.refreshToken)).ok).toBe(true);
    expect(await identity.refresh("nonsense")).toEqual(refusal("session_over"));
    // Ending what is over is no fault.
    await identity.signOut(here.refreshToken, { everywhere: false });
  });

  test("[AUTH-08] signing out everywhere ends every session", async () => {
    await signUpWhole();
    const [here, there] = [await tokensOf(), await tokensOf()];
    await identity.signOut(here.refreshToken, { everywhere: true });
    for (const { refreshToken } of [here, there])
      expect(await identity.refresh(refreshToken)).toEqual(refusal("session_over"));
    expect((await identity.signIn({ email: EMAIL, password: PASSWORD })).ok).toBe(true);
  });

  test("[AUTH-08] another password by code, once; every session is over", async () => {
    await signUpWhole();
    const { refreshToken } = await tokensOf();
    await identity.forgotPassword(EMAIL);
    const code = await newestCode();
    const reset = (given: string) => identity.resetPassword({ email: EMAIL, code: given, password: OTHER });
    expect(await reset(wrong(code))).toEqual(refusal("wrong_code"));
    expect(await reset(code)).toMatchObject({ ok: true });
    expect(await reset(code)).toEqual(refusal("wrong_code"));
    expect(await identity.signIn({ email: EMAIL, password: PASSWORD })).toEqual(refusal("wrong_credentials"));
    expect((await identity.signIn({ email: EMAIL, password: OTHER })).ok).toBe(true);
    expect(await identity.refresh(refreshToken)).toEqual(refusal("session_over"));
  });

  test("[AUTH-08] a forgotten password of an unknown address sends nothing and says nothing", async () => {
    await identity.forgotPassword("nobody@example.com");
    await identity.resendCode({ email: "nobody@example.com" });
    expect(await harness.codesTo("nobody@example.com")).toEqual([]);
    expect(await identity.resetPassword({ email: "nobody@example.com", code: "123456", password: OTHER })).toEqual(
      refusal("wrong_code"),
    );
  });

  test("[AUTH-08] an administrator makes accounts, one an address, and may want another password first", async () => {
    const made = await identity.createAccount({ email: EMAIL, password: PASSWORD, groups: ["Members"] });
    expect(made).toMatchObject({ ok: true });
    expect((await tokensOf()).claims).toMatchObject({ emailVerified: true, groups: ["Members"] });
    expect(await identity.createAccount({ email: EMAIL, password: OTHER, groups: [] })).toEqual(refusal("exists"));
    await identity.createAccount({
      email: "new@example.com",
      password: PASSWORD,
      groups: [],
      mustChangePassword: true,
    });
    expect(await identity.signIn({ email: "new@example.com", password: PASSWORD })).toEqual(
      refusal("must_change_password"),
    );
  });

  test("[AUTH-08] a change of groups is in the next token", async () => {
    const sub = await signUpWhole();
    const { refreshToken } = await tokensOf();
    const groupsNow = async () => {
      const renewed = await identity.refresh(refreshToken);
      return renewed.ok ? renewed.value.claims.groups : null;
    };
    expect(await identity.setGroup(EMAIL, "Admins", true)).toEqual({ ok: true, value: { sub } });
    await identity.setGroup(EMAIL, "Admins", true);
    expect(await groupsNow()).toEqual(["Admins"]);
    await identity.setGroup(EMAIL, "Admins", false);
    expect(await groupsNow()).toEqual([]);
    expect(await identity.setGroup("nobody@example.com", "Admins", true)).toEqual(refusal("unknown_account"));
  });

  test("[AUTH-08] a deleted account cannot sign in or go on, and its address is free again", async () => {
    const sub = await signUpWhole();
    const { refreshToken } = await tokensOf();
    await identity.deleteAccount(sub);
    expect(await identity.refresh(refreshToken)).toEqual(refusal("session_over"));
    expect(await identity.signIn({ email: EMAIL, password: PASSWORD })).toEqual(refusal("wrong_credentials"));
    expect(await signUpWhole(EMAIL, OTHER)).not.toBe(sub);
  });
});
