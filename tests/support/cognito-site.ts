import { vi } from "vitest";
import { type FakeCognito, startFakeCognito } from "#tests/fakes/cognito/fake-cognito.ts";
import type { FakePool } from "#tests/fakes/cognito/fake-pool.ts";
import { authOf, cookieHeader, PASSWORD } from "#tests/support/identity.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";
import { NOW } from "#tests/support/town.ts";

/** The whole site with a Cognito user pool of its own, over a socket. */
export type CognitoSite = TestSite & { readonly fake: FakeCognito };

/** What the SDK finds by itself when it looks for an administrator; null: nothing, not even on this machine. */
export function stubAdministrator(administrator: FakePool["administrator"] | null): void {
  vi.stubEnv("AWS_EC2_METADATA_DISABLED", "true");
  vi.stubEnv("AWS_CONFIG_FILE", "/nowhere");
  vi.stubEnv("AWS_SHARED_CREDENTIALS_FILE", "/nowhere");
  vi.stubEnv("AWS_ACCESS_KEY_ID", administrator?.accessKeyId);
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", administrator?.secretAccessKey);
}

export async function startCognitoSite({
  pool = {},
  settings = {},
  door = (url) => url,
}: {
  pool?: Parameters<typeof startFakeCognito>[0];
  settings?: Record<string, string>;
  /** What stands before the pool. */
  door?: (url: string) => string;
} = {}): Promise<CognitoSite> {
  const clock: { site?: TestSite } = {};
  const fake = await startFakeCognito({ now: () => clock.site?.app.clock.now() ?? new Date(NOW), ...pool });
  const site = await startTestSite({
    RATE_LIMIT_FACTOR: "1000",
    IDENTITY: "cognito",
    COGNITO_USER_POOL_ID: fake.pool.poolId,
    COGNITO_CLIENT_ID: fake.pool.clientId,
    COGNITO_ENDPOINT: door(fake.url),
    ...settings,
  });
  clock.site = site;
  return {
    ...site,
    fake,
    async close() {
      await site.close();
      await fake.close();
      vi.unstubAllEnvs();
    },
  };
}

/** The code that the pool mailed last. */
export function newestPoolCode({ fake }: CognitoSite, email: string): string {
  const mail = fake.pool.mails.findLast((sent) => sent.email === email);
  if (!mail) throw new Error(`No code was mailed to ${email}.`);
  return mail.code;
}

/** Signs up and in through the door: the id token, and the cookies that the browser sends. */
export async function enter(site: CognitoSite, email: string, password = PASSWORD) {
  const auth = authOf(site);
  const begun = await auth.call("sign-up", { email, password });
  const { signUpId } = begun.body;
  await auth.call("confirm", { email, code: newestPoolCode(site, email), signUpId });
  return signInAt(site, email, password);
}

export async function signInAt(site: CognitoSite, email: string, password = PASSWORD) {
  const { status, body, cookies } = await authOf(site).signIn(email, password);
  if (status !== 200) throw new Error(`${email} could not sign in: ${JSON.stringify(body)}`);
  return { token: String(body["idToken"]), cookie: cookieHeader(cookies), cookies };
}
