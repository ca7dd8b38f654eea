import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { accounts } from "#src/db/tables/accounts.ts";
import { joinSubmissions } from "#src/db/tables/join-submissions.ts";
import { signUpNames } from "#src/db/tables/sign-up-names.ts";
import { keepRetention } from "#src/features/privacy/jobs.server.ts";
import { TERMS_VERSION } from "#src/shared/terms.ts";
import { newestPoolCode, startCognitoSite } from "#tests/support/cognito-site.ts";
import { authOf, newestCode, OTHER_PASSWORD, passTime, PASSWORD } from "#tests/support/identity.ts";
import { joinForm } from "#tests/support/join-form.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

const SENTENCE = "Please tick the box: to go on you must be 18 or older and agree to the Terms and the Privacy page.";
const NOT_ASKED = { termsVersion: null, termsAgreedAt: null };
const TICKED = { termsVersion: TERMS_VERSION, termsAgreedAt: expect.any(Date) as Date };
const agreedTerms = TERMS_VERSION;

let site: TestSite;
let auth: ReturnType<typeof authOf>;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
  auth = authOf(site);
});
afterEach(() => void vi.useRealTimers());
afterAll(() => site.close());

type Body = Record<string, unknown>;

async function formOf(form: Body) {
  const id = String(form["submissionId"]);
  return (await site.app.db.select().from(joinSubmissions).where(eq(joinSubmissions.submissionId, id)))[0];
}

async function accountOf({ app }: TestSite, email: string) {
  return (await app.db.select().from(accounts).where(eq(accounts.email, email)))[0];
}

/** Signs up and gives the code; the sign-in is the test's. */
async function confirmSignUp(email: string, words: Body): Promise<void> {
  const { body } = await auth.call("sign-up", { email, password: PASSWORD, ...words });
  const { signUpId } = body;
  expect((await auth.call("confirm", { email, code: await newestCode(site, email), signUpId })).status).toBe(200);
}

test("[SAFE-15] a join form keeps which terms were ticked and when; without the tick, that nobody was asked", async () => {
  const ticked = joinForm({ agreedTerms });
  const silent = joinForm({ email: "silent@example.com", phone: "9045550199" });
  for (const form of [ticked, silent]) expect((await site.post("/api/join", form)).status).toBe(200);
  expect(await formOf(ticked)).toMatchObject(TICKED);
  expect(await formOf(silent)).toMatchObject(NOT_ASKED);
  // Sent again, the first time counts; sent again without the tick, it was still ticked.
  const at = (await formOf(ticked))?.termsAgreedAt;
  await site.post("/api/join", ticked);
  await site.post("/api/join", { ...ticked, agreedTerms: undefined, message: "One more thing" });
  expect(await formOf(ticked)).toMatchObject({ ...TICKED, termsAgreedAt: at, data: { message: "One more thing" } });
});

test("[SAFE-15] a tick that was taken away, or of terms that never were, is refused in words and keeps nothing", async () => {
  for (const no of [false, true, "", "1999-01-01", null]) {
    const form = joinForm({ agreedTerms: no });
    const joined = await site.post("/api/join", form);
    expect([joined.status, await joined.json()]).toMatchObject([422, { fields: { agreedTerms: SENTENCE } }]);
    expect(await formOf(form)).toBeUndefined();
    const signUp = { email: "no@example.com", password: PASSWORD, agreedTerms: no };
    expect(await auth.call("sign-up", signUp)).toMatchObject({
      status: 422,
      body: { fields: { agreedTerms: SENTENCE } },
    });
  }
  expect(await site.app.db.select().from(signUpNames)).toEqual([]);
});

test("[SAFE-15] the tick of a sign-up waits for its code and comes to the account, also when they sign in days later", async () => {
  await confirmSignUp("ticked@example.com", { agreedTerms });
  await confirmSignUp("silent.account@example.com", {});
  const [kept] = await site.app.db.select().from(signUpNames).where(eq(signUpNames.email, "ticked@example.com"));
  expect(kept).toMatchObject(TICKED);
  passTime(3 * 24 * 60);
  await keepRetention(site.app);
  for (const email of ["ticked@example.com", "silent.account@example.com"])
    expect((await auth.signIn(email)).status).toBe(200);
  expect(await accountOf(site, "ticked@example.com")).toMatchObject({ ...TICKED, termsAgreedAt: kept?.termsAgreedAt });
  expect(await accountOf(site, "silent.account@example.com")).toMatchObject(NOT_ASKED);
  expect(await site.app.db.select().from(signUpNames)).toEqual([]);
});

test("[SAFE-15] what a stranger ticked with the same address is not the owner's word", async () => {
  const email = "owner@example.com";
  await auth.call("sign-up", { email, password: OTHER_PASSWORD, agreedTerms });
  await site.mails();
  await confirmSignUp(email, {});
  await auth.signIn(email);
  expect(await accountOf(site, email)).toMatchObject(NOT_ASKED);
});

test("[SAFE-15] an account in a Cognito pool keeps the tick too", async () => {
  const pool = await startCognitoSite();
  try {
    const email = "pool@example.com";
    const { call, signIn } = authOf(pool);
    const { signUpId } = (await call("sign-up", { email, password: PASSWORD, agreedTerms })).body;
    await call("confirm", { email, code: newestPoolCode(pool, email), signUpId });
    expect((await signIn(email)).status).toBe(200);
    expect(await accountOf(pool, email)).toMatchObject(TICKED);
  } finally {
    await pool.close();
  }
});

test("[SAFE-15] the export and the organizers' record say which terms were ticked, when and where", async () => {
  const email = "exported@example.com";
  const form = joinForm({ email, phone: "9045550177", agreedTerms });
  await site.post("/api/join", form);
  const userId = (await formOf(form))?.userId ?? "";
  const organizer = await site.tokenFor(["Admins"]);
  const record = async (id: string) =>
    (await site.fetch(`/api/pending-join-requests/users/${id}`, { as: organizer })).json() as Promise<{
      agreedTerms: unknown;
    }>;
  const agreement = { version: TERMS_VERSION, at: expect.any(String) as string };
  expect(await record(userId)).toMatchObject({ agreedTerms: agreement, user: { email } });
  const unasked = await site.addUser({ email: "unasked@example.com" });
  expect(await record(unasked.userId)).toMatchObject({ agreedTerms: null });

  await confirmSignUp(email, { agreedTerms });
  const token = String((await auth.signIn(email)).body["idToken"]);
  const data = await (await site.fetch("/api/profile/export", { as: token })).json();
  expect(data).toMatchObject({ account: { agreedTerms: agreement }, joinForms: [{ agreedTerms: agreement }] });
});
