import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { connect, type Db } from "#src/db/connect.server.ts";
import { type FakeCognito, startFakeCognito } from "#tests/fakes/cognito/fake-cognito.ts";
import { VendorError } from "#tests/fakes/cognito/fake-pool.ts";
import { cognitoIdentity } from "#src/ports/identity/cognito/identity-cognito.server.ts";
import { poolKeys } from "#src/ports/identity/cognito/pool-keys.server.ts";
import type { IdentityPort } from "#src/ports/identity/port.ts";
import { OutsideAway, OutsideHealth } from "#src/shared/outside.ts";
import { startCognitoSite } from "#tests/support/cognito-site.ts";
import { FAULTS, type FaultyService, startFaultyService } from "#tests/support/faulty-service.ts";
import { authOf, OTHER_PASSWORD, PASSWORD } from "#tests/support/identity.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";

const EMAIL = "ana@example.com";
const CALM = "The sign-in service cannot be reached right now. Nothing was lost. Please try again in a minute.";
/** As short as a busy machine's own answers allow. */
const CALL_MS = 2500;

let fake: FakeCognito;
let door: FaultyService;
let db: Db;
const onReset = async () => undefined;
const mayTry = async () => true;
const health = new OutsideHealth(() => new Date());
const opened: IdentityPort[] = [];
/** Milliseconds by which our clock is ahead. */
let ahead = 0;

/** The adapter with nothing in its memory yet. */
function connectPool(options: { clientId?: string; secretAccessKey?: string; callMs?: number } = {}): IdentityPort {
  const { region, poolId, clientId, administrator } = fake.pool;
  const { secretAccessKey = administrator.secretAccessKey } = options;
  const identity = cognitoIdentity({
    db,
    log: pino({ level: "silent" }),
    now: () => new Date(Date.now() + ahead),
    region,
    poolId,
    clientId: options.clientId ?? clientId,
    endpoint: door.url,
    credentials: { ...administrator, secretAccessKey },
    health,
    callMs: options.callMs,
  });
  opened.push(identity);
  return identity;
}

beforeAll(async () => {
  const database = await createTestDatabase();
  const connection = connect(database.url, pino({ level: "silent" }));
  db = connection.db;
  fake = await startFakeCognito();
  door = await startFaultyService(fake.url);
  await connectPool().createAccount({ email: EMAIL, password: PASSWORD, groups: ["Members"] });
  return async () => {
    for (const identity of opened) identity.close();
    await door.close();
    await fake.close();
    await connection.pool.end();
    await database.drop();
  };
});
afterEach(() => {
  door.fault = null;
  fake.refusals.clear();
  ahead = 0;
});

describe.each(FAULTS)("a pool that answers with: %s", (fault) => {
  test("[AUTH-08] is away within its time, with one calm sentence, and everything goes on afterwards", async () => {
    const identity = connectPool({ callMs: CALL_MS });
    const before = await identity.checkPassword({ email: EMAIL, password: PASSWORD });
    if (!before.ok) throw new Error(before.fault);
    door.fault = fault;
    const calls = [
      () => identity.checkPassword({ email: EMAIL, password: PASSWORD }),
      () => identity.renew(before.value),
      () => identity.signUp({ email: "new@example.com", password: PASSWORD }),
      () => identity.confirmSignUp({ email: EMAIL, code: "123456", password: PASSWORD }),
      () => identity.resendCode({ email: EMAIL, password: PASSWORD }),
      () => identity.forgotPassword({ email: EMAIL, from: "" }),
      () =>
        identity.resetPassword(
          { email: EMAIL, code: "123456", password: OTHER_PASSWORD, from: "" },
          { mayTry, onReset },
        ),
      () => identity.setGroup(EMAIL, "Admins", true),
    ];
    const began = performance.now();
    const errors = await Promise.all(calls.map((call) => call().then(String, (error: unknown) => error)));
    expect(performance.now() - began).toBeLessThan(CALL_MS * 4);
    for (const error of errors) {
      expect(error).toBeInstanceOf(OutsideAway);
      expect((error as OutsideAway).calm).toBe(CALM);
    }
    expect(Object.keys(health.away)).toEqual(["identity"]);
    door.fault = null;
    expect((await identity.renew(before.value)).ok).toBe(true);
    expect(health.away).toEqual({});
  });
});

test("[AUTH-08] while no key was ever had nobody is refused for good, and the pool is not asked at every call", async () => {
  const idToken = await poolIdToken();
  const keys = readKeys();
  door.fault = "500";
  const asked = door.requests();
  for (let index = 0; index < 5; index += 1) await expect(keys.readIdToken(idToken)).rejects.toThrow(OutsideAway);
  expect(door.requests() - asked).toBe(1);
});

/** The pool's keys as they are fetched, with nothing in memory yet. */
function readKeys(options: { clientId?: string } = {}) {
  const { region, poolId, clientId } = fake.pool;
  const now = () => new Date(Date.now() + ahead);
  return poolKeys({ region, poolId, clientId, endpoint: door.url, health, now, ...options });
}

/** An id token as the pool makes it. */
async function poolIdToken(): Promise<string> {
  const user = [...fake.pool.users.values()].find(({ email }) => email === EMAIL);
  if (!user) throw new Error("The pool does not know Ana.");
  return (await fake.tokens.signIn(user)).IdToken;
}

const looks = () => fake.calls.filter((call) => call === "JWKS").length;

test("[AUTH-08] a new key of the pool is fetched when a token names it; unknown ones make it look once a minute", async () => {
  const keys = readKeys();
  const idToken = await poolIdToken();
  expect(await keys.readIdToken(idToken)).not.toBeNull();
  await fake.tokens.rotateKeys();
  ahead += 61_000;
  const newer = await poolIdToken();
  const before = looks();
  expect(await keys.readIdToken(newer)).not.toBeNull();
  expect(await keys.readIdToken(idToken)).not.toBeNull();
  expect(looks() - before).toBe(1);
  await fake.tokens.rotateKeys();
  const newest = await poolIdToken();
  const asked = looks();
  for (let index = 0; index < 5; index += 1) expect(await keys.readIdToken(newest)).toBeNull();
  expect(looks() - asked).toBe(0);
  ahead += 61_000;
  expect(await keys.readIdToken(newest)).not.toBeNull();
  expect(looks() - asked).toBe(1);
});

const AWAY = "away";
/** What the service's documented errors are to people. */
test.each([
  ["InitiateAuth", "NotAuthorizedException", "Incorrect username or password.", "wrong_credentials"],
  ["InitiateAuth", "NotAuthorizedException", "Password attempts exceeded", "wrong_credentials"],
  ["InitiateAuth", "NotAuthorizedException", "User is disabled.", "wrong_credentials"],
  ["InitiateAuth", "UserNotFoundException", "User does not exist.", "wrong_credentials"],
  ["InitiateAuth", "InvalidParameterException", "1 validation error detected", "wrong_credentials"],
  ["InitiateAuth", "UserNotConfirmedException", "User is not confirmed.", "not_confirmed"],
  ["InitiateAuth", "PasswordResetRequiredException", "Password reset required", "must_change_password"],
  ["InitiateAuth", "InvalidParameterException", "USER_PASSWORD_AUTH flow not enabled for this client", AWAY],
  ["InitiateAuth", "ResourceNotFoundException", "User pool client abc does not exist.", AWAY],
  ["InitiateAuth", "TooManyRequestsException", "Too many requests", AWAY],
  ["InitiateAuth", "ForbiddenException", "Request not allowed due to WAF block.", AWAY],
  ["SignUp", "InvalidPasswordException", "Password did not conform with policy", "weak_password"],
  ["SignUp", "InvalidParameterException", "Value at 'password' failed to satisfy constraint", "weak_password"],
  ["SignUp", "UsernameExistsException", "User already exists", "ok"],
  ["SignUp", "CodeDeliveryFailureException", "Could not deliver", "ok"],
  ["ConfirmSignUp", "ExpiredCodeException", "Invalid code provided", "wrong_code"],
  ["ConfirmSignUp", "AliasExistsException", "An account with the email already exists.", "wrong_code"],
  ["ConfirmSignUp", "TooManyFailedAttemptsException", "Too many", "wrong_code"],
  ["ConfirmSignUp", "NotAuthorizedException", "User cannot be confirmed. Current status is CONFIRMED", "wrong_code"],
  ["ResendConfirmationCode", "UserNotFoundException", "Username/client id combination not found.", "ok"],
  ["ResendConfirmationCode", "InvalidParameterException", "User is already confirmed.", "ok"],
  ["ResendConfirmationCode", "LimitExceededException", "Attempt limit exceeded", "ok"],
  ["ForgotPassword", "LimitExceededException", "Attempt limit exceeded, please try after some time.", "ok"],
  ["ForgotPassword", "InvalidParameterException", "no registered/verified email or phone_number", "ok"],
  ["ConfirmForgotPassword", "ExpiredCodeException", "Invalid code provided", "wrong_code"],
  ["ConfirmForgotPassword", "LimitExceededException", "Attempt limit exceeded", "wrong_code"],
  ["ConfirmForgotPassword", "PasswordHistoryPolicyViolationException", "used before", "weak_password"],
])("[AUTH-08] %s: %s, %s → %s", async (operation, type, message, expected) => {
  const identity = connectPool();
  fake.refusals.set(operation, new VendorError(type, message));
  const email = "somebody@example.com";
  const calls: Record<string, () => Promise<unknown>> = {
    InitiateAuth: () => identity.checkPassword({ email, password: PASSWORD }),
    SignUp: () => identity.signUp({ email, password: PASSWORD }),
    ConfirmSignUp: async () => {
      const begun = await identity.signUp({ email: `${type}@example.com`, password: PASSWORD });
      return identity.confirmSignUp({ email: `${type}@example.com`, code: "123456", ...(begun.ok && begun.value) });
    },
    ResendConfirmationCode: async () => {
      const begun = await identity.signUp({ email: `${type}@example.com`, password: PASSWORD });
      return identity.resendCode({ email: `${type}@example.com`, ...(begun.ok && begun.value) });
    },
    ForgotPassword: () => identity.forgotPassword({ email, from: "" }),
    ConfirmForgotPassword: () =>
      identity.resetPassword({ email, code: "123456", password: OTHER_PASSWORD, from: "" }, { mayTry, onReset }),
  };
  const outcome = await (
    calls[operation] ?? (() => Promise.reject(new Error(`Nothing asks for ${operation}.`)))
  )().catch((error: unknown) => {
    if (error instanceof OutsideAway) return AWAY;
    throw error;
  });
  const said = outcome === AWAY ? AWAY : ((outcome as { fault?: string } | undefined)?.fault ?? "ok");
  expect(said).toBe(expected);
});

test("[AUTH-08] credentials that AWS does not know, or that ran out, change nothing and say what is wrong", async () => {
  const identity = connectPool({ secretAccessKey: "not the one" });
  await expect(identity.setGroup(EMAIL, "Admins", true)).rejects.toThrow(/InvalidSignatureException/);
  fake.refusals.set("AdminGetUser", new VendorError("ExpiredTokenException", "The security token is expired"));
  await expect(connectPool().setGroup(EMAIL, "Admins", true)).rejects.toThrow(/ExpiredTokenException/);
  const user = [...fake.pool.users.values()].find(({ email }) => email === EMAIL);
  expect([...(user?.groups ?? [])]).toEqual(["Members"]);
});

test("[AUTH-08] a token of another app client of the pool is nobody's", async () => {
  const idToken = await poolIdToken();
  expect(await readKeys().readIdToken(idToken)).not.toBeNull();
  expect(await readKeys({ clientId: "another0client" }).readIdToken(idToken)).toBeNull();
});

describe("the site, while its pool is away", () => {
  let site: Awaited<ReturnType<typeof startCognitoSite>>;
  beforeAll(async () => {
    site = await startCognitoSite({ door: () => "http://127.0.0.1:9" });
  });
  afterAll(() => site.close());

  test("[AUTH-08] says one calm sentence, serves everything else, and /readyz names what is away", async () => {
    const answer = await authOf(site).signIn(EMAIL);
    expect([answer.status, answer.body["message"]]).toEqual([503, CALM]);
    expect(answer.headers.get("retry-after")).toBe("30");
    expect((await site.fetch("/api/social-events")).status).toBe(200);
    const ready = await site.fetch("/readyz");
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { status: "ready", away: { identity: expect.any(String) } },
    ]);
  });
});
