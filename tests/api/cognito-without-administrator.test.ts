import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accounts, poolDeletions, sessions } from "#src/db/tables/accounts.ts";
import { users } from "#src/db/tables/users.ts";
import {
  type CognitoSite,
  enter,
  newestPoolCode,
  startCognitoSite,
  stubAdministrator,
} from "#tests/support/cognito-site.ts";
import { authOf, OTHER_PASSWORD, PASSWORD } from "#tests/support/identity.ts";

// A site that has no AWS credentials. Once the SDK has found some it keeps them, so the last test brings them.

let site: CognitoSite;
let auth: ReturnType<typeof authOf>;
beforeAll(async () => {
  stubAdministrator(null);
  site = await startCognitoSite();
  auth = authOf(site);
});
afterAll(() => site.close());

const accountOf = async (email: string) =>
  (await site.app.db.select().from(accounts).where(eq(accounts.email, email)))[0];

test("[AUTH-09] without AWS credentials a stranger's sign-up is not confirmed by the owner's", async () => {
  const email = "owner2@example.com";
  await auth.call("sign-up", { email, password: OTHER_PASSWORD });
  const code = newestPoolCode(site, email);
  const { body } = await auth.call("sign-up", { email, password: PASSWORD });
  expect((await auth.call("confirm", { email, code, signUpId: body["signUpId"] })).status).toBe(422);
  // Knowing the first password proves who began the sign-up: it continues with another code.
  const again = await auth.call("sign-up", { email, password: OTHER_PASSWORD });
  const fresh = newestPoolCode(site, email);
  expect((await auth.call("confirm", { email, code: fresh, signUpId: again.body["signUpId"] })).status).toBe(200);
});

test("[AUTH-08] what only an administrator of the pool may do says so in words", async () => {
  await enter(site, "plain@example.com");
  await expect(site.app.identity.setGroup("plain@example.com", "Admins", true)).rejects.toThrow(
    "This needs AWS credentials with rights on the user pool, and there are none.",
  );
  expect((await accountOf("plain@example.com"))?.groups).toEqual([]);
});

test("[AUTH-08] a deleted account is nobody's at once, and goes from the pool when it can", async () => {
  const email = "leaver@example.com";
  const { token, cookie } = await enter(site, email);
  const { sub = "" } = (await accountOf(email)) ?? {};
  const gone = await site.fetch("/api/profile", {
    method: "DELETE",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ confirm: "DELETE" }),
    as: token,
  });
  expect(gone.status).toBe(200);
  expect((await site.fetch("/api/profile", { as: token })).status).toBe(401);
  expect((await auth.refresh(cookie)).status).toBe(401);
  // It still exists in the pool; its password opens nothing here.
  expect(site.fake.pool.users.has(sub)).toBe(true);
  expect((await auth.signIn(email)).status).toBe(401);
  expect(await site.app.identity.catchUp()).toBe(0);
  stubAdministrator(site.fake.pool.administrator);
  expect(await site.app.identity.catchUp()).toBe(1);
  expect(site.fake.pool.users.has(sub)).toBe(false);
  expect(await site.app.identity.catchUp()).toBe(0);
  expect(await site.app.db.select().from(poolDeletions)).toEqual([]);
  expect(await site.app.db.select().from(sessions).where(eq(sessions.sub, sub))).toEqual([]);
  // The address is free again.
  await enter(site, email);
  expect(await site.app.db.select().from(users).where(eq(users.email, email))).toHaveLength(1);
});
