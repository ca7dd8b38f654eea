import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { appCode, FACTORS, type Json, PROOF, serveByHttps, signedInAs, signedUp } from "#tests/support/factors.ts";
import { authOf, newestCode, OTHER_PASSWORD, passTime, PASSWORD } from "#tests/support/identity.ts";
import { holdBack } from "#tests/support/locks.ts";
import { ADMIN_ROWS } from "#tests/support/policy-table-admin.ts";
import { SoftwareAuthenticator } from "#tests/support/software-authenticator.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
beforeAll(async () => {
  site = serveByHttps(await startTestSite({ RATE_LIMIT_FACTOR: "100" }));
});
afterAll(() => site.close());
afterEach(() => vi.useRealTimers());

type Call = readonly [method: string, path: string, body?: Json];

/** What needs a fresh proof; each is asked for something that is not there, where it can be. */
const OWN: readonly Call[] = [
  ["GET", "/api/profile/export"],
  ["POST", `${FACTORS}/passkeys/options`],
  ["DELETE", `${FACTORS}/passkeys/none`],
  ["PATCH", `${FACTORS}/passkeys/none`, { name: "Mine" }],
  ["DELETE", "/api/account/devices"],
  ["DELETE", "/api/account/devices/none"],
  ["POST", `${FACTORS}/authenticator`],
  ["DELETE", `${FACTORS}/authenticator`],
  ["POST", `${FACTORS}/recovery-codes`],
  ["DELETE", "/api/profile", { confirm: "DELETE" }],
];
const RECORDED = {
  requestId: "2b0e1c66-6e4b-4d8e-9f9b-1f0a2c3d4e5f",
  userId: "none",
  method: "cash",
  amountCents: 2000,
  paidOn: "2026-11-20",
};
const ANNOUNCEMENT = {
  id: "2b0e1c66-6e4b-4d8e-9f9b-1f0a2c3d4e5f",
  subject: "News",
  body: { type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text: "Hello" }] }] },
  segment: { kind: "going", eventId: "none" },
  sendOn: null,
};
const ORGANIZERS: readonly Call[] = [
  ["POST", "/api/admin/users/export", { userIds: ["none"] }],
  ["POST", "/api/admin/memberships/payments/export", {}],
  ["POST", "/api/users/merge", { sourceUserId: "a", targetUserId: "b" }],
  ["DELETE", "/api/pending-join-requests/users/none"],
  ["POST", "/api/pending-join-requests", { type: "deleteUsers", userIds: ["none"] }],
  ["POST", "/api/admin/memberships", RECORDED],
  ["POST", "/api/admin/memberships/payments/none/correct", { note: "Twice" }],
  ["POST", "/api/admin/memberships/payments/none/assign", { userId: "none" }],
  ["POST", "/api/admin/users/import?importId=2b0e1c66-6e4b-4d8e-9f9b-1f0a2c3d4e5f&plan=none"],
  ["POST", "/api/admin/host-ids", { label: "A host" }],
  ["POST", "/api/admin/host-ids/none/revoke"],
  ["POST", "/api/admin/announcements", ANNOUNCEMENT],
];

const WANTED = [403, "proof_required"];
const WANTED_FIRST = "second_factor_required";

async function organizer(email: string) {
  const person = await signedUp(site, email);
  await site.app.identity.setGroup(email, "Admins", true);
  return person;
}

test("[SAFE-05] exports, imports, deletions, merges, money, keys and factors want a proof of the last ten minutes", async () => {
  const ana = await organizer("ana@example.com");
  const ask = ([method, path, body]: Call) => ana.call(method, path, body ?? (method === "GET" ? undefined : {}));
  passTime(9);
  for (const call of ORGANIZERS) expect([call, (await ask(call)).body["error"]]).not.toEqual([call, "proof_required"]);
  passTime(2);
  for (const call of [...OWN, ...ORGANIZERS]) {
    const { status, body } = await ask(call);
    expect([call, status, body["error"]]).toEqual([call, ...WANTED]);
  }
  // The rest of the console goes on.
  expect((await ana.call("GET", "/api/admin/counts")).status).toBe(200);
  expect((await ana.call("POST", PROOF, { method: "password", password: "Drift-wood-88" })).status).toBe(422);
  expect((await ask(["GET", "/api/profile/export"])).status).toBe(403);
  expect((await ana.call("POST", PROOF, { method: "password", password: PASSWORD })).status).toBe(200);
  for (const call of [...OWN, ...ORGANIZERS]) expect([call, (await ask(call)).status]).not.toEqual([call, 403]);
});

test("[SAFE-05] a passkey and an app's code prove it too, each once", async () => {
  const bea = await signedUp(site, "bea@example.com");
  const { authenticator } = await bea.addPasskey();
  const { secret } = await bea.addApp();
  const isFresh = async () => (await bea.call("GET", "/api/profile/export")).status === 200;
  passTime(11);
  expect(await isFresh()).toBe(false);
  expect((await bea.proveBy(authenticator)).status).toBe(200);
  expect(await isFresh()).toBe(true);
  passTime(11);
  const code = appCode(secret, site.app.clock.now());
  expect((await bea.call("POST", PROOF, { method: "totp", code })).status).toBe(200);
  expect(await isFresh()).toBe(true);
  passTime(11);
  expect((await bea.call("POST", PROOF, { method: "totp", code })).status).toBe(422);
  expect(await isFresh()).toBe(false);
});

test("[SAFE-05] a passkey's answer for a fresh proof is no second step of a sign-in, nor the other way round", async () => {
  const eve = await signedUp(site, "eve@example.com");
  const { authenticator } = await eve.addPasskey();
  const { ticket } = (await authOf(site).signIn(eve.email)).body;
  const ofProof = async () => (await eve.call("POST", `${PROOF}/passkey`)).body;
  const ofStep = async () => (await authOf(site).call("second-factor/passkey", { ticket })).body;
  const answer = (options: Json) => ({ method: "passkey", response: authenticator.get(options as never) });
  const prove = async (options: Json) => (await eve.call("POST", PROOF, answer(options))).status;
  const step = async (options: Json) =>
    (await authOf(site).call("second-factor", { ticket, ...answer(options) })).status;
  expect(await step(await ofProof())).toBe(422);
  expect(await prove(await ofStep())).toBe(422);
  expect(await prove(await ofProof())).toBe(200);
  expect(await step(await ofStep())).toBe(200);
});

test("[SAFE-05] a session that has not given the second factor cannot do without it", async () => {
  const cid = await signedUp(site, "cid@example.com");
  const elsewhere = signedInAs(site, await authOf(site).signIn(cid.email), cid.email);
  const { secret } = await cid.addApp();
  passTime(11);
  expect((await cid.call("GET", PROOF)).body).toEqual({ methods: ["totp", "recovery_code", "password"] });
  expect((await elsewhere.call("GET", PROOF)).body).toEqual({ methods: ["totp", "recovery_code"] });
  const byPassword = { method: "password", password: PASSWORD };
  expect((await elsewhere.call("POST", PROOF, byPassword)).status).toBe(422);
  expect((await elsewhere.call("DELETE", `${FACTORS}/authenticator`)).status).toBe(403);
  const code = appCode(secret, site.app.clock.now());
  expect((await elsewhere.call("POST", PROOF, { method: "totp", code })).status).toBe(200);
  expect((await elsewhere.call("DELETE", `${FACTORS}/authenticator`)).status).toBe(200);
});

test("[SAFE-05] what a session began or proved before the account had a second factor is worth nothing without it", async () => {
  const fay = await signedUp(site, "fay@example.com");
  const elsewhere = signedInAs(site, await authOf(site).signIn(fay.email), fay.email);
  const begun = await elsewhere.call("POST", `${FACTORS}/authenticator`);
  const options = await elsewhere.call("POST", `${FACTORS}/passkeys/options`);
  const response = new SoftwareAuthenticator(site.app.publicUrl).create(options.body as never);
  const { authenticator } = await fay.addPasskey();
  const code = appCode(String(begun.body["secret"]), site.app.clock.now());
  const calls: readonly Call[] = [
    ["POST", `${FACTORS}/authenticator/confirm`, { code }],
    ["POST", `${FACTORS}/passkeys`, { response }],
    ["POST", `${FACTORS}/authenticator`],
    ["POST", `${FACTORS}/recovery-codes`],
    ["DELETE", `${FACTORS}/passkeys/${authenticator.id}`],
  ];
  for (const [method, path, body] of calls) {
    const answer = await elsewhere.call(method, path, body ?? {});
    expect([path, answer.status, answer.body["error"]]).toEqual([path, ...WANTED]);
  }
  // The session that added it goes on, and so does the other one once it gave it.
  expect((await fay.call("GET", "/api/profile/export")).status).toBe(200);
  expect((await elsewhere.proveBy(authenticator)).status).toBe(200);
  for (const [method, path, body] of calls.slice(0, 2))
    expect([path, (await elsewhere.call(method, path, body)).status]).toEqual([path, 200]);
});

test("[SAFE-05] of two first factors that two sessions add at once, one is added and the other wants it", async () => {
  const gil = await signedUp(site, "gil@example.com");
  const elsewhere = signedInAs(site, await authOf(site).signIn(gil.email), gil.email);
  const begun = await elsewhere.call("POST", `${FACTORS}/authenticator`);
  const options = await gil.call("POST", `${FACTORS}/passkeys/options`);
  const response = new SoftwareAuthenticator(site.app.publicUrl).create(options.body as never);
  const code = appCode(String(begun.body["secret"]), site.app.clock.now());
  const [added, refused] = await holdBack(
    site,
    sql`select from accounts where email = ${gil.email} for update`,
    () => gil.call("POST", `${FACTORS}/passkeys`, { response }),
    () => elsewhere.call("POST", `${FACTORS}/authenticator/confirm`, { code }),
  );
  expect(added.status).toBe(200);
  expect([refused.status, refused.body["error"]]).toEqual(WANTED);
});

test("[SAFE-05] a password that is checked while the account gets its first factor proves nothing after it", async () => {
  const hal = await signedUp(site, "hal@example.com");
  const elsewhere = signedInAs(site, await authOf(site).signIn(hal.email), hal.email);
  const options = await hal.call("POST", `${FACTORS}/passkeys/options`);
  const response = new SoftwareAuthenticator(site.app.publicUrl).create(options.body as never);
  const [added, proved] = await holdBack(
    site,
    // The newer session, which both write: adding the factor, to end its proof, and the proof itself.
    sql`select from sessions join accounts using (sub) where email = ${hal.email}
      order by sessions.created_at desc limit 1 for update of sessions`,
    () => hal.call("POST", `${FACTORS}/passkeys`, { response }),
    () => elsewhere.call("POST", PROOF, { method: "password", password: PASSWORD }),
  );
  const codes = await elsewhere.call("POST", `${FACTORS}/recovery-codes`);
  expect([added.status, proved.status, codes.status, codes.body["error"]]).toEqual([200, 422, ...WANTED]);
});

test("[SAFE-05] a sign-in by password while the account gets its first factor proves nothing after it", async () => {
  const ivy = await signedUp(site, "ivy@example.com");
  const options = await ivy.call("POST", `${FACTORS}/passkeys/options`);
  const response = new SoftwareAuthenticator(site.app.publicUrl).create(options.body as never);
  const [signedIn, added] = await holdBack(
    site,
    sql`lock table sessions in exclusive mode`,
    () => authOf(site).signIn(ivy.email),
    () => ivy.call("POST", `${FACTORS}/passkeys`, { response }),
  );
  expect([signedIn.status, added.status]).toEqual([200, 200]);
  const codes = await signedInAs(site, signedIn, ivy.email).call("POST", `${FACTORS}/recovery-codes`);
  expect([codes.status, codes.body["error"]]).toEqual(WANTED);
});

test("[SAFE-05] with a second factor, a password is changed and a new email confirmed after a fresh proof only", async () => {
  const joe = await signedUp(site, "joe@example.com");
  const elsewhere = signedInAs(site, await authOf(site).signIn(joe.email), joe.email);
  expect((await elsewhere.call("POST", "/api/account/email", { email: "joe.new@example.com" })).status).toBe(200);
  const code = await newestCode(site, "joe.new@example.com");
  const { authenticator } = await joe.addPasskey();
  const change = { current: PASSWORD, password: OTHER_PASSWORD };
  const calls: readonly Call[] = [
    ["PUT", "/api/account/password", change],
    ["PUT", "/api/account/email", { code }],
  ];
  for (const [method, path, body] of calls) {
    const answer = await elsewhere.call(method, path, body);
    expect([path, answer.status, answer.body["error"]]).toEqual([path, ...WANTED]);
  }
  expect((await elsewhere.proveBy(authenticator)).status).toBe(200);
  for (const [method, path, body] of calls)
    expect([path, (await elsewhere.call(method, path, body)).status]).toEqual([path, 200]);
  // The session that has given the factor wants it again once it is old.
  passTime(11);
  const again = await elsewhere.call("PUT", "/api/account/password", { current: OTHER_PASSWORD, password: PASSWORD });
  expect([again.status, again.body["error"]]).toEqual(WANTED);
});

test("[SAFE-05] an organizer gives a second factor before any call of the console is answered", async () => {
  const strict = serveByHttps(await startTestSite({ ORGANIZER_SECOND_FACTOR: "on", RATE_LIMIT_FACTOR: "100" }));
  const dan = await signedUp(strict, "dan@example.com");
  await strict.app.identity.setGroup(dan.email, "Admins", true);
  const cell = { viewer: "admin", userId: "none", number: 1 } as const;
  const refusals = async (who: typeof dan) => {
    const answers = ADMIN_ROWS.map(async ([what, method, , call]) => {
      const { path, body } = call(cell);
      const { status, body: said } = await who.call(method.toUpperCase(), path, body);
      return [what, status, said["error"]];
    });
    return (await Promise.all(answers)).filter(([, status, error]) => status === 403 && error === WANTED_FIRST);
  };
  expect(await refusals(dan)).toHaveLength(ADMIN_ROWS.length);
  expect((await dan.call("GET", "/api/profile")).body).toMatchObject({ role: "admin", isConsoleLocked: true });
  const elsewhere = signedInAs(strict, await authOf(strict).signIn(dan.email), dan.email);
  const { authenticator } = await dan.addPasskey();
  expect(await refusals(dan)).toEqual([]);
  const profile = await dan.call("GET", "/api/profile");
  expect(profile.body["role"]).toBe("admin");
  expect(profile.body).not.toHaveProperty("isConsoleLocked");
  // The account has a factor now; this session has still to give it.
  expect(await refusals(elsewhere)).toHaveLength(ADMIN_ROWS.length);
  expect((await elsewhere.proveBy(authenticator)).status).toBe(200);
  expect(await refusals(elsewhere)).toEqual([]);
  expect((await dan.call("DELETE", `${FACTORS}/passkeys/${authenticator.id}`)).status).toBe(200);
  for (const who of [dan, elsewhere]) expect(await refusals(who)).toHaveLength(ADMIN_ROWS.length);
  await strict.close();
});
