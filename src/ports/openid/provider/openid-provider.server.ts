import type { Configuration, CustomFetch } from "openid-client";
import { z } from "zod";
import type { OpenIdFault, OpenIdOutcome, OpenIdPort } from "#src/ports/openid/port.ts";
import { concealing, OutsideAway, type OutsideHealth } from "#src/shared/outside.ts";

/** Response timeout, to the last byte. */
const CALL_MS = 5000;
/** Google's largest document has a hundredth of this. */
const MAX_BODY_BYTES = 256_000;
/** Allowed clock skew. */
const CLOCK_TOLERANCE_SECONDS = 30;
const SCOPE = "openid email profile";

export type OpenIdOptions = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
  readonly health: OutsideHealth;
  /** Overridden in tests. */
  readonly callMs?: number | undefined;
};

// Imported on first use: it costs a start 15 ms and 8 MB, and most sites set no provider.
type Library = typeof import("openid-client");
const library = (): Promise<Library> => import("openid-client");

/** openid-client's codes for an id token that belongs to another request. */
const NOT_OURS = new Set(["OAUTH_JWT_CLAIM_COMPARISON_FAILED", "OAUTH_JWT_TIMESTAMP_CHECK_FAILED"]);

/** Classifies an error as the user's attempt; null if the provider or our settings are at fault. */
function faultOf({ AuthorizationResponseError, ResponseBodyError, ClientError }: Library, error: unknown) {
  if (error instanceof AuthorizationResponseError)
    return error.error === "server_error" || error.error === "temporarily_unavailable" ? null : "denied";
  if (error instanceof ResponseBodyError) return error.error === "invalid_grant" ? "invalid" : null;
  return error instanceof ClientError && NOT_OURS.has(error.code ?? "") ? "invalid" : null;
}

/** Why there is no usable response, for the log. */
function wordsOf({ WWWAuthenticateChallengeError, ResponseBodyError }: Library, error: unknown): string {
  if (error instanceof WWWAuthenticateChallengeError) return "it refuses OIDC_CLIENT_ID with OIDC_CLIENT_SECRET";
  if (error instanceof ResponseBodyError) return `status ${error.status}, ${error.error}`;
  const { cause } = error as Error;
  return `${String(error)}${cause instanceof Error ? ` (${cause.message})` : ""}`;
}

/** Reads the whole response within limits, so that the library never waits for a body. */
const boundedFetch: CustomFetch = async (url, { body, ...options }) => {
  const response = await fetch(url, { ...options, ...(body !== undefined && { body: body as BodyInit | null }) });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BODY_BYTES) throw new Error("an answer without end");
    chunks.push(chunk);
  }
  const { status, headers } = response;
  return new Response(bytes === 0 ? null : Buffer.concat(chunks), { status, headers });
};

const text = z.string().trim().max(100).catch("");
const claimsSchema = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  email: z.string().trim().toLowerCase().catch(""),
  // Some providers send it as a string.
  email_verified: z.union([z.boolean(), z.enum(["true", "false"]).transform((word) => word === "true")]).catch(false),
  hd: z.string().toLowerCase().optional().catch(undefined),
  given_name: text,
  family_name: text,
  name: text,
});
type Claims = z.infer<typeof claimsSchema>;

const GOOGLE = "https://accounts.google.com";

/** Google's rule for when it is authoritative: Gmail, or a Workspace domain (claim `hd`). Others have no such rule. */
export function ownsEmail({ iss, email, hd }: Pick<Claims, "iss" | "email" | "hd">): boolean {
  const domain = email.split("@")[1];
  return iss === GOOGLE && (domain === "gmail.com" || (hd !== undefined && domain === hd));
}

function personOf(claims: Claims): OpenIdOutcome {
  const {
    iss: issuer,
    sub: subject,
    email,
    email_verified: isVerified,
    given_name: given,
    family_name: family,
  } = claims;
  if (!isVerified || email === "") return { ok: false, fault: "unverified_email" };
  const [first = "", ...rest] = claims.name.split(/\s+/);
  const names =
    given || family ? { firstName: given, lastName: family } : { firstName: first, lastName: rest.join(" ") };
  return { ok: true, value: { issuer, subject, email, ownsEmail: ownsEmail(claims), ...names } };
}

async function discover(client: Library, { issuer, clientId, clientSecret, callMs = CALL_MS }: OpenIdOptions) {
  const isPlain = issuer.startsWith("http:");
  const metadata = { client_secret: clientSecret, [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS };
  return client.discovery(new URL(issuer), clientId, metadata, client.ClientSecretBasic(clientSecret), {
    [client.customFetch]: boundedFetch,
    timeout: callMs / 1000,
    // The settings allow plain HTTP for loopback only.
    execute: [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])],
  });
}

type Asking<T> = (client: Library, provider: Configuration) => Promise<T>;
type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly fault: OpenIdFault };

/** Calls the provider. Failures become a fault of the response, or `OutsideAway` without our secret. */
function asker(options: OpenIdOptions) {
  const conceal = concealing(options.clientSecret);
  let known: Promise<Configuration> | undefined;
  return async <T>(use: Asking<T>): Promise<Answer<T>> => {
    const client = await library();
    return options.health.watch("openid", async () => {
      try {
        known ??= discover(client, options);
        return { ok: true, value: await use(client, await known) };
      } catch (error) {
        const fault = faultOf(client, error);
        if (fault) return { ok: false, fault };
        // Rediscovered next time: its endpoints may have changed.
        known = undefined;
        throw new OutsideAway("openid", `no usable answer: ${conceal(wordsOf(client, error))}`);
      }
    });
  };
}

/** Whether the response names the provider that the browser was sent to. */
function isSameIssuer(told: string | null, issuer: string): boolean {
  return told === null || (URL.canParse(told) && new URL(told).href === new URL(issuer).href);
}

/** An OpenID Connect provider, by openid-client. Discovered on first use. */
export function openIdProvider(options: OpenIdOptions): OpenIdPort {
  const ask = asker(options);
  return {
    name: options.name,

    async begin(redirectUri) {
      const begun = await ask(async (client, provider) => {
        const [state, nonce, codeVerifier] = [
          client.randomState(),
          client.randomNonce(),
          client.randomPKCECodeVerifier(),
        ];
        const challenge = await client.calculatePKCECodeChallenge(codeVerifier);
        const pkce = { code_challenge: challenge, code_challenge_method: "S256" };
        const { href } = client.buildAuthorizationUrl(provider, {
          redirect_uri: redirectUri,
          scope: SCOPE,
          state,
          nonce,
          ...pkce,
        });
        return { url: href, secrets: { state, nonce, codeVerifier } };
      });
      if (!begun.ok) throw new OutsideAway("openid", `its description is ${begun.fault}`);
      return begun.value;
    },

    async finish({ redirectUri, query, secrets: { state, nonce, codeVerifier } }) {
      // Checked here too, because the library uses one code for this and for an invalid response.
      if (query.get("state") !== state || !isSameIssuer(query.get("iss"), options.issuer))
        return { ok: false, fault: "invalid" };
      const address = new URL(redirectUri);
      address.search = query.toString();
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier };
      const claims = await ask(async (client, provider) => {
        const tokens = await client.authorizationCodeGrant(provider, address, checks);
        const told = tokens.claims();
        if (!told) throw new Error("an answer without an id token");
        // Many put the email into the id token; others return it from userinfo.
        if (told["email"] !== undefined) return claimsSchema.parse(told);
        const info = await client.fetchUserInfo(provider, tokens.access_token, told.sub);
        return claimsSchema.parse({ ...info, iss: told.iss });
      });
      return claims.ok ? personOf(claims.value) : claims;
    },
  };
}
