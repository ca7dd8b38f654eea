import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { pino } from "pino";
import { connect, type Transaction } from "#src/db/connect.server.ts";
import { cognitoIdentity } from "#src/ports/identity/cognito/identity-cognito.server.ts";
import { startFakeCognito } from "#tests/fakes/cognito/fake-cognito.ts";
import { localIdentity } from "#src/ports/identity/local/identity-local.server.ts";
import type { IdentityMail, IdentityPort, PoolAccount } from "#src/ports/identity/port.ts";
import { OutsideHealth } from "#src/shared/outside.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";
import { QUICK_PASSWORDS } from "#tests/support/town.ts";

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
    now: () => new Date(),
    passwordCost: QUICK_PASSWORDS,
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
const HERE = "203.0.113.7";

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
    return (await accountOf(email, password)).sub;
  }

  async function accountOf(email = EMAIL, password = PASSWORD): Promise<PoolAccount> {
    const signedIn = await identity.checkPassword({ email, password });
    if (!signedIn.ok) throw new Error(signedIn.fault);
    return signedIn.value;
  }

  const refusal = (fault: string) => ({ ok: false, fault });

  test("[AUTH-08] a sign-up becomes an account by its code", async () => {
    const begun = await identity.signUp({ email: EMAIL, password: PASSWORD });
    expect(begun).toMatchObject({ ok: true, value: { signUpId: expect.any(String) } });
    const signUpId = begun.ok ? begun.value.signUpId : "";
    expect(await identity.checkPassword({ email: EMAIL, password: PASSWORD })).toEqual(refusal("not_confirmed"));
    const code = await newestCode();
    const confirm = (given: string) => identity.confirmSignUp({ email: EMAIL, code: given, signUpId });
    expect(await confirm(wrong(code))).toEqual(refusal("wrong_code"));
    expect(await confirm(code)).toMatchObject({ ok: true });
    expect(await confirm(code)).toEqual(refusal("wrong_code"));
    expect((await identity.checkPassword({ email: EMAIL, password: PASSWORD })).ok).toBe(true);
  });

  test("[AUTH-08] another code can be had, and the sign-up's password stays", async () => {
    const begun = await identity.signUp({ email: EMAIL, password: PASSWORD });
    const signUpId = begun.ok ? begun.value.signUpId : "";
    await identity.resendCode({ email: EMAIL, signUpId });
    expect(await harness.codesTo(EMAIL)).toHaveLength(2);
    const code = await newestCode();
    expect(await identity.confirmSignUp({ email: EMAIL, code, signUpId })).toMatchObject({ ok: true });
    expect((await identity.checkPassword({ email: EMAIL, password: PASSWORD })).ok).toBe(true);
  });

  test("[SAFE-08] a code is right only with the sign-up's id or its password, and so is asking for another", async () => {
    await identity.signUp({ email: EMAIL, password: PASSWORD });
    const code = await newestCode();
    for (const which of [{}, { password: OTHER }, { signUpId: crypto.randomUUID() }]) {
      expect(await identity.confirmSignUp({ email: EMAIL, code, ...which })).toEqual(refusal("wrong_code"));
      await identity.resendCode({ email: EMAIL, ...which });
    }
    expect(await harness.codesTo(EMAIL)).toHaveLength(1);
    await identity.resendCode({ email: EMAIL, password: PASSWORD });
    expect(await harness.codesTo(EMAIL)).toHaveLength(2);
    const confirmed = await identity.confirmSignUp({ email: EMAIL, code: await newestCode(), password: PASSWORD });
    expect(confirmed).toMatchObject({ ok: true });
  });

  test("[AUTH-08] a wrong password and an unknown address are refused alike", async () => {
    await signUpWhole();
    expect(await identity.checkPassword({ email: EMAIL, password: OTHER })).toEqual(refusal("wrong_credentials"));
    expect(await identity.checkPassword({ email: "nobody@example.com", password: OTHER })).toEqual(
      refusal("wrong_credentials"),
    );
  });

  test("[AUTH-08] signing up with an address that has an account succeeds to the eye and changes nothing", async () => {
    await signUpWhole();
    const sent = (await harness.codesTo(EMAIL)).length;
    expect(await identity.signUp({ email: EMAIL, password: OTHER })).toMatchObject({ ok: true });
    expect(await harness.codesTo(EMAIL)).toHaveLength(sent);
    expect((await identity.checkPassword({ email: EMAIL, password: OTHER })).ok).toBe(false);
    expect((await identity.checkPassword({ email: EMAIL, password: PASSWORD })).ok).toBe(true);
  });

  test("[AUTH-08] a right password says whose account it is, and a session of it goes on until the pool ends it", async () => {
    const sub = await signUpWhole();
    const [here, there] = [await accountOf(), await accountOf()];
    expect(here).toMatchObject({ sub, email: EMAIL, emailVerified: true, groups: [] });
    const renewed = await identity.renew(here);
    if (!renewed.ok) throw new Error(renewed.fault);
    expect(renewed.value).toMatchObject({ sub, email: EMAIL, emailVerified: true });
    // What ends it here, a pool elsewhere is told; the built-in one keeps no sessions to end.
    if (renewed.value.poolToken === null) return;
    await identity.endPoolSession(renewed.value.poolToken, { everywhere: false });
    expect(await identity.renew(renewed.value)).toEqual(refusal("session_over"));
    const other = await identity.renew(there);
    if (!other.ok || other.value.poolToken === null) throw new Error("The other session is over as well.");
    await identity.endPoolSession(other.value.poolToken, { everywhere: true });
    expect(await identity.renew(other.value)).toEqual(refusal("session_over"));
    // Ending what is over is no fault.
    await identity.endPoolSession(other.value.poolToken, { everywhere: false });
  });

  test("[AUTH-08] an account that came in by other means goes on as long as it exists", async () => {
    const sub = await signUpWhole();
    expect(await identity.renew({ sub, poolToken: null })).toMatchObject({ ok: true, value: { sub, email: EMAIL } });
    expect(await identity.renew({ sub: "nobody", poolToken: null })).toEqual(refusal("session_over"));
  });

  test("[AUTH-08] another password by code, once, and whose it was is told in its transaction", async () => {
    const sub = await signUpWhole();
    const told: string[] = [];
    const { resetId } = await identity.forgotPassword({ email: EMAIL, from: HERE });
    const code = await newestCode();
    const on = { mayTry: async () => true, onReset: async (_tx: Transaction, of: string) => void told.push(of) };
    const reset = (given: string) =>
      identity.resetPassword({ email: EMAIL, code: given, password: OTHER, from: HERE, resetId }, on);
    expect(await reset(wrong(code))).toEqual(refusal("wrong_code"));
    expect(told).toEqual([]);
    expect(await reset(code)).toMatchObject({ ok: true });
    expect(told).toEqual([sub]);
    expect(await reset(code)).toEqual(refusal("wrong_code"));
    expect(await identity.checkPassword({ email: EMAIL, password: PASSWORD })).toEqual(refusal("wrong_credentials"));
    expect((await identity.checkPassword({ email: EMAIL, password: OTHER })).ok).toBe(true);
  });

  test("[AUTH-08] a forgotten password of an unknown address sends nothing and says nothing", async () => {
    const unexpected = () => Promise.reject(new Error("There is nobody to tell of."));
    await identity.forgotPassword({ email: "nobody@example.com", from: HERE });
    await identity.resendCode({ email: "nobody@example.com" });
    expect(await harness.codesTo("nobody@example.com")).toEqual([]);
    expect(
      await identity.resetPassword(
        { email: "nobody@example.com", code: "123456", password: OTHER, from: HERE },
        { mayTry: async () => true, onReset: unexpected },
      ),
    ).toEqual(refusal("wrong_code"));
  });

  test("[AUTH-08] an administrator makes accounts, one an address, and may want another password first", async () => {
    const made = await identity.createAccount({ email: EMAIL, password: PASSWORD, groups: ["Members"] });
    expect(made).toMatchObject({ ok: true });
    expect(await accountOf()).toMatchObject({ emailVerified: true, groups: ["Members"] });
    expect(await identity.createAccount({ email: EMAIL, password: OTHER, groups: [] })).toEqual(refusal("exists"));
    await identity.createAccount({
      email: "new@example.com",
      password: PASSWORD,
      groups: [],
      mustChangePassword: true,
    });
    expect(await identity.checkPassword({ email: "new@example.com", password: PASSWORD })).toEqual(
      refusal("must_change_password"),
    );
  });

  test("[AUTH-08] a change of groups is known when the session next goes on", async () => {
    const sub = await signUpWhole();
    let session = await accountOf();
    const groupsNow = async () => {
      const renewed = await identity.renew(session);
      if (renewed.ok) session = renewed.value;
      return renewed.ok ? renewed.value.groups : null;
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
    const session = await accountOf();
    await identity.deleteAccount(sub);
    expect(await identity.renew(session)).toEqual(refusal("session_over"));
    expect(await identity.checkPassword({ email: EMAIL, password: PASSWORD })).toEqual(refusal("wrong_credentials"));
    expect(await signUpWhole(EMAIL, OTHER)).not.toBe(sub);
  });
});
