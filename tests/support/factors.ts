import { Secret, TOTP } from "otpauth";
import { type Answer, authOf, cookieHeader, PASSWORD, signUpWhole } from "#tests/support/identity.ts";
import { SoftwareAuthenticator } from "#tests/support/software-authenticator.ts";
import type { TestSite } from "#tests/support/test-site.ts";

export const FACTORS = "/api/account/factors";
export const PROOF = "/api/account/proof";

/** The code an authenticator app with this address (`otpauth://…`) shows at a moment. */
export function appCode(secret: string, at: Date): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: at.getTime() });
}

/** Passkeys need an address that browsers give them: https, or localhost. */
export function serveByHttps<S extends Pick<TestSite, "app">>(site: S): S {
  (site.app as { publicUrl: string }).publicUrl = "https://sandbar.test";
  return site;
}

export type Json = Record<string, unknown>;

/** Someone who signed up and signed in, and the calls of the security page in their name. */
export async function signedUp(site: TestSite, email: string, { password = PASSWORD } = {}) {
  await signUpWhole(site, email, password);
  return signedInAs(site, await authOf(site).signIn(email, password), email);
}

async function readJson(response: Response): Promise<{ status: number; body: Json }> {
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  return { status: response.status, body: isJson ? ((await response.json()) as Json) : {} };
}

export function signedInAs(site: TestSite, signedIn: Pick<Answer, "body" | "cookies">, email: string) {
  const token = String(signedIn.body["idToken"]);
  const call = async (method: string, path: string, body?: unknown) =>
    readJson(
      await site.fetch(path, {
        method,
        as: token,
        ...(body !== undefined && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
      }),
    );
  return {
    email,
    token,
    cookie: cookieHeader(signedIn.cookies),
    call,
    factors: async () => (await call("GET", FACTORS)).body,
    /** Adds a passkey of this authenticator; the whole answer. */
    async addPasskey(authenticator = new SoftwareAuthenticator(site.app.publicUrl)) {
      const options = await call("POST", `${FACTORS}/passkeys/options`);
      if (options.status !== 200) return { ...options, authenticator };
      const response = authenticator.create(options.body as never);
      return { ...(await call("POST", `${FACTORS}/passkeys`, { response })), authenticator };
    },
    /** Sets up an authenticator app; its secret, and the answer to the first code. */
    async addApp() {
      const begun = await call("POST", `${FACTORS}/authenticator`);
      const secret = String(begun.body["secret"]);
      const code = appCode(secret, site.app.clock.now());
      return { ...(await call("POST", `${FACTORS}/authenticator/confirm`, { code })), secret };
    },
    async proveBy(authenticator: SoftwareAuthenticator) {
      const { body } = await call("POST", `${PROOF}/passkey`);
      return call("POST", PROOF, { method: "passkey", response: authenticator.get(body as never) });
    },
  };
}
