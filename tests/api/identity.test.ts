import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import {
  authOf,
  codesTo,
  cookieHeader,
  newestCode,
  OTHER_PASSWORD,
  passTime,
  PASSWORD,
  secondInstance,
  signUpWhole,
  wrongCode,
} from "#tests/support/identity.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

// Sign-up, codes and passwords. What sessions and tokens are worth: identity-sessions.test.ts.

let site: TestSite;
let auth: ReturnType<typeof authOf>;
beforeAll(async () => {
  // By machine there is room for all these tests; what is counted by address is tried on a site of its own.
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
  auth = authOf(site);
});
afterAll(() => site.close());
afterEach(() => {
  vi.useRealTimers();
});

const FAILED = { status: 422, body: { error: "invalid", message: "Verification failed" } };

test("[AUTH-03] [AUTH-04] a sign-up is an account once its mailed code is given, and not before", async () => {
  const email = "ana@example.com";
  const begun = await auth.call("sign-up", { email: " Ana@Example.com ", password: PASSWORD });
  expect(begun).toMatchObject({ status: 200, body: { success: true, signUpId: expect.any(String) } });
  expect(await auth.signIn(email)).toMatchObject({
    status: 403,
    body: { reason: "not_confirmed", message: "Please confirm your email address first: enter the code we sent you." },
  });
  // Only who knows the password is told that there is a sign-up.
  expect(await auth.signIn(email, OTHER_PASSWORD)).toMatchObject({ body: { message: "Authentication failed" } });
  const [mail] = (await site.mails()).filter(({ to }) => to === email);
  expect(mail?.text).toContain(codesTo(await site.mails(), email)[0]);
  const code = await newestCode(site, email);
  const confirmed = await auth.call("confirm", {
    email,
    code: `${code.slice(0, 3)} ${code.slice(3)}`,
    signUpId: begun.body["signUpId"],
  });
  expect(confirmed).toMatchObject({ status: 200, body: { success: true } });
  expect((await auth.signIn("ANA@example.com")).status).toBe(200);
  expect(await auth.signIn(email, OTHER_PASSWORD)).toMatchObject({ status: 401 });
});

test("[AUTH-02] [AUTH-03] [AUTH-04] what is missing or too weak is refused in the words of the screen", async () => {
  const email = "weak@example.com";
  expect(await auth.call("sign-in", {})).toMatchObject({
    status: 422,
    body: { message: "Email and password are required" },
  });
  expect(await auth.call("sign-in", { email, password: "" })).toMatchObject({
    body: { fields: { password: "Email and password are required" } },
  });
  for (const password of ["Short-7", "no-upper-case-7", "NO-LOWER-CASE-7", "No-number", "Noth1ngSpecial"]) {
    expect(await auth.call("sign-up", { email, password })).toMatchObject({
      status: 422,
      body: {
        message: "Registration failed",
        fields: {
          password:
            "The password needs at least 8 characters with upper case, lower case, numbers and special characters.",
        },
      },
    });
  }
  expect(await auth.call("confirm", { email, code: " " })).toMatchObject({
    status: 422,
    body: { fields: { code: "Verification code is required" } },
  });
  expect(await auth.call("confirm", { email, code: "12345" })).toMatchObject(FAILED);
});

test("[AUTH-09] a code is good for ten minutes, for one use, and not for guessing", async () => {
  const email = "codes@example.com";
  const { signUpId } = (await auth.call("sign-up", { email, password: PASSWORD })).body;
  const confirm = (given: string) => auth.call("confirm", { email, code: given, signUpId });
  const code = await newestCode(site, email);
  expect(await confirm(wrongCode(code))).toMatchObject(FAILED);
  passTime(11);
  expect(await confirm(code)).toMatchObject(FAILED);
  // The sign-up goes on, with another code.
  expect((await auth.signIn(email)).status).toBe(403);
  expect((await auth.call("resend-code", { email, signUpId })).status).toBe(200);
  const another = await newestCode(site, email);
  expect(await confirm(another)).toMatchObject({ status: 200 });
  expect(await confirm(another)).toMatchObject(FAILED);
});

test("[AUTH-09] after five wrong tries the right code is worth nothing either", async () => {
  const email = "guessed@example.com";
  const { signUpId } = (await auth.call("sign-up", { email, password: PASSWORD })).body;
  const code = await newestCode(site, email);
  for (let tries = 0; tries < 5; tries += 1) await auth.call("confirm", { email, code: wrongCode(code), signUpId });
  expect(await auth.call("confirm", { email, code, signUpId })).toMatchObject(FAILED);
});

test("[AUTH-04] of two sign-ups of one address each code opens its own, with the password typed for it", async () => {
  const email = "twice@example.com";
  const first = await auth.call("sign-up", { email, password: PASSWORD });
  await site.mails();
  await auth.call("sign-up", { email, password: OTHER_PASSWORD });
  const [code = "", later = ""] = codesTo(await site.mails(), email);
  const { signUpId } = first.body;
  // With the id, no other sign-up's code will do.
  expect(await auth.call("confirm", { email, code: later, signUpId })).toMatchObject(FAILED);
  expect(await auth.call("confirm", { email, code, signUpId })).toMatchObject({ status: 200 });
  expect((await auth.signIn(email, PASSWORD)).status).toBe(200);
  expect((await auth.signIn(email, OTHER_PASSWORD)).status).toBe(401);
  // The other one is over: nobody makes a second account of an address.
  expect(await auth.call("confirm", { email, code: later })).toMatchObject(FAILED);
});

test("[SAFE-08] without the id of a sign-up no code is right, unless the browser that began it or its password says which", async () => {
  const email = "anywhere@example.com";
  const stranger = await auth.call("sign-up", { email, password: OTHER_PASSWORD });
  await site.mails();
  const owner = await auth.call("sign-up", { email, password: PASSWORD });
  const [planted = "", code = ""] = codesTo(await site.mails(), email);
  // The owner may well type the code of the stranger's mail: it opens nothing for them.
  const own = cookieHeader(owner.cookies);
  expect(await auth.call("confirm", { email, code: planted })).toMatchObject(FAILED);
  expect(await auth.call("confirm", { email, code: planted }, own)).toMatchObject(FAILED);
  expect(await auth.call("confirm", { email, code: planted, password: PASSWORD })).toMatchObject(FAILED);
  expect(await auth.call("confirm", { email, code })).toMatchObject(FAILED);
  expect(await auth.call("confirm", { email, code }, cookieHeader(stranger.cookies))).toMatchObject(FAILED);
  expect(await auth.call("confirm", { email, code }, own)).toMatchObject({ status: 200 });
  expect((await auth.signIn(email, PASSWORD)).status).toBe(200);
  expect((await auth.signIn(email, OTHER_PASSWORD)).status).toBe(401);
});

test("[SAFE-08] a sign-up goes on in another browser by its password, with another code too", async () => {
  const email = "elsewhere@example.com";
  await auth.call("sign-up", { email, password: PASSWORD });
  await site.mails();
  await auth.call("resend-code", { email });
  await auth.call("resend-code", { email, password: OTHER_PASSWORD });
  expect(codesTo(await site.mails(), email)).toHaveLength(1);
  await auth.call("resend-code", { email, password: PASSWORD });
  const code = await newestCode(site, email);
  expect(codesTo(await site.mails(), email)).toHaveLength(2);
  expect(await auth.call("confirm", { email, code, password: PASSWORD })).toMatchObject({ status: 200 });
});

test("[AUTH-09] no answer tells whether an address has an account", async () => {
  const known = "known@example.com";
  const unknown = "unknown@example.com";
  await signUpWhole(site, known);
  const answersFor = async (email: string) => {
    const answers = [
      await auth.signIn(email, OTHER_PASSWORD),
      await auth.call("forgot-password", { email }),
      await auth.call("reset-password", { email, code: "000000", password: OTHER_PASSWORD }),
      await auth.call("sign-up", { email, password: OTHER_PASSWORD }),
      await auth.call("resend-code", { email, password: OTHER_PASSWORD }),
      await auth.call("confirm", { email, code: "000000", password: OTHER_PASSWORD }),
    ];
    return answers.map(({ status, body, headers }) => ({
      status,
      body: { ...body, ...("signUpId" in body && { signUpId: typeof body["signUpId"] }) },
      headers: [...headers.keys()],
    }));
  };
  expect(await answersFor(known)).toEqual(await answersFor(unknown));
  const mails = await site.mails();
  const subjects = (email: string) => mails.filter(({ to }) => to === email).map(({ subject }) => subject);
  // A mail tells the owner of the account instead, and nobody gets a code for what does not exist.
  expect(subjects(known)).toContain("You already have a Jax Beach account");
  expect(codesTo(mails, unknown)).toHaveLength(2);
  // Another sign-up with the address changes nothing.
  expect((await auth.signIn(known, PASSWORD)).status).toBe(200);
  // Said of any sign-up that waits for its code, whether or not the address has an account.
  expect((await auth.signIn(known, OTHER_PASSWORD)).body["reason"]).toBe("not_confirmed");
});

test("[AUTH-09] another password by code: only the newest code counts, once, and only for its own purpose", async () => {
  const email = "forgetful@example.com";
  await signUpWhole(site, email);
  const reset = (code: string, password = OTHER_PASSWORD) => auth.call("reset-password", { email, code, password });
  await auth.call("forgot-password", { email });
  const older = await newestCode(site, email);
  await auth.call("forgot-password", { email });
  const newer = await newestCode(site, email);
  expect(await reset(older)).toMatchObject(FAILED);
  expect(await auth.call("confirm", { email, code: newer })).toMatchObject(FAILED);
  expect(await reset(newer, "weak")).toMatchObject({ status: 422 });
  expect(await reset(newer)).toMatchObject({ status: 200 });
  expect(await reset(newer, PASSWORD)).toMatchObject(FAILED);
  expect((await auth.signIn(email, PASSWORD)).status).toBe(401);
  expect((await auth.signIn(email, OTHER_PASSWORD)).status).toBe(200);
  await auth.call("forgot-password", { email });
  const late = await newestCode(site, email);
  passTime(11);
  expect(await reset(late, PASSWORD)).toMatchObject(FAILED);
});

test("[AUTH-02] an account whose password must be changed is told so, and only with the right password", async () => {
  const email = "must-change@example.com";
  await site.app.identity.createAccount({ email, password: PASSWORD, groups: [], mustChangePassword: true });
  const refused = await auth.signIn(email);
  expect(refused).toMatchObject({
    status: 403,
    body: { message: "You need to change your password. Please contact an administrator." },
    cookies: [],
  });
  expect(await auth.signIn(email, OTHER_PASSWORD)).toMatchObject({
    status: 401,
    body: { message: "Authentication failed" },
  });
});

test("[AUTH-09] ten wrong passwords from one network pause it for every process, the right one too, until the quarter is over", async () => {
  const strict = await startTestSite();
  const second = await secondInstance(strict);
  try {
    const [here, there] = [authOf(strict), authOf(second)];
    const [email, unknown] = ["locked@example.com", "nobody@example.com"];
    await strict.app.identity.createAccount({ email, password: PASSWORD, groups: [] });
    for (let tries = 0; tries < 10; tries += 1) {
      for (const address of [email, unknown])
        expect((await (tries % 2 ? here : there).signIn(address, OTHER_PASSWORD)).status).toBe(401);
    }
    const locked = await here.signIn(email, PASSWORD);
    expect(locked.status).toBe(429);
    expect(locked.body["message"]).toMatch(/Please try again in (?:a minute|\d+ minutes)\.$/);
    expect(Number(locked.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await there.signIn(email, PASSWORD)).status).toBe(429);
    // An unknown address locks alike.
    expect((await here.signIn(unknown, PASSWORD)).body).toEqual(locked.body);
    passTime(15);
    expect((await there.signIn(email, PASSWORD)).status).toBe(200);
  } finally {
    await second.close();
    await strict.close();
  }
});

test("[AUTH-09] a right password ends the count of the wrong ones, and so does another password by code", async () => {
  const strict = await startTestSite();
  try {
    const { call, signIn } = authOf(strict);
    const email = "clumsy@example.com";
    await strict.app.identity.createAccount({ email, password: PASSWORD, groups: [] });
    const failNine = async () => {
      for (let tries = 0; tries < 9; tries += 1) expect((await signIn(email, OTHER_PASSWORD)).status).toBe(401);
    };
    await failNine();
    expect((await signIn(email)).status).toBe(200);
    await failNine();
    await signIn(email, OTHER_PASSWORD);
    expect((await signIn(email)).status).toBe(429);
    await call("forgot-password", { email });
    await call("reset-password", { email, code: await newestCode(strict, email), password: OTHER_PASSWORD });
    expect((await signIn(email, OTHER_PASSWORD)).status).toBe(200);
  } finally {
    await strict.close();
  }
});
