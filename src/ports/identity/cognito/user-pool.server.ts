import {
  type AuthenticationResultType,
  CognitoIdentityProviderClient,
  type CognitoIdentityProviderClientConfig,
  GetTokensFromRefreshTokenCommand,
  InitiateAuthCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { OutsideAway, type OutsideHealth } from "#src/shared/outside.ts";

/** Response timeout, to the last byte. */
const CALL_MS = 5000;

export type UserPoolOptions = {
  readonly region: string;
  /** `us-east-1_XXXXXXXXX` */
  readonly poolId: string;
  readonly clientId: string;
  /** Overrides AWS's endpoint, without a trailing slash: an emulator. */
  readonly endpoint?: string | undefined;
  /** For administrator calls; by default from the SDK's credential chain. */
  readonly credentials?: CognitoIdentityProviderClientConfig["credentials"];
  readonly health: OutsideHealth;
  /** Response timeout; overridden in tests. */
  readonly callMs?: number | undefined;
};

/** A refusal by the pool. `name` is the vendor's: `NotAuthorizedException`. */
export class PoolRefusal extends Error {
  override name = "PoolRefusal";
  readonly reason: string;

  constructor(reason: string) {
    super(`the pool refused: ${reason}`);
    this.reason = reason;
  }
}

/** There are no AWS credentials, so administrator calls are impossible. */
export class NoAdministrator extends Error {
  override name = "NoAdministrator";

  constructor() {
    super(
      "This needs AWS credentials with rights on the user pool, and there are none. docs/operations.md says how to give them.",
    );
  }
}

type Failed = { readonly name?: string; readonly message?: string; readonly $metadata?: { httpStatusCode?: number } };

/** Refusals caused by the service or our settings, not by the user. */
const NOT_ABOUT_THE_PERSON = new Set([
  "TooManyRequestsException",
  "InternalErrorException",
  "ResourceNotFoundException",
  "InvalidUserPoolConfigurationException",
  "UnrecognizedClientException",
  "InvalidSignatureException",
  "ExpiredTokenException",
  "AccessDeniedException",
  "ForbiddenException",
]);

/** Vendor messages that name a setting. Others are dropped, because they may echo the request. */
const ABOUT_SETTINGS =
  /\w+ flow not enabled|User pool(?: client)? [\w-]+ does not exist|security token[a-z ]+(?:invalid|expired)|is not authorized to perform: [\w:-]+/i;

/** Classifies an error: a refusal, no administrator, or an unavailable pool. */
function explain(error: unknown): Error {
  const { name: told = "", message = "", $metadata } = error as Failed;
  // Some errors are named by the response itself.
  const name = /^[A-Za-z]{1,60}$/.test(told) ? told : "";
  const status = $metadata?.httpStatusCode ?? 0;
  if (/^CredentialsProviderError$/.test(name) || /credential is missing/i.test(message)) return new NoAdministrator();
  const isNo = status >= 400 && status < 500 && name.endsWith("Exception") && !NOT_ABOUT_THE_PERSON.has(name);
  // A disabled sign-in flow is a setting of the pool, which users cannot change.
  if (isNo && !/flow not enabled/i.test(message)) return new PoolRefusal(name);
  const retryAfterSeconds = name === "TooManyRequestsException" ? 10 : 30;
  const words = [name || "no answer", `(${status || "no status"})`, ...(ABOUT_SETTINGS.exec(message) ?? [])];
  return new OutsideAway("identity", words.join(" "), {
    retryAfterSeconds,
  });
}

/** Rejects on timeout. */
async function withDeadline<T>(ms: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const deadline = new AbortController();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    deadline.abort();
    late.reject(new OutsideAway("identity", `no answer within ${ms} ms`));
  }, ms);
  try {
    return await Promise.race([call(deadline.signal), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

export type Renewed = Required<Pick<AuthenticationResultType, "IdToken" | "AccessToken">> &
  Pick<AuthenticationResultType, "RefreshToken">;

/** Calls the pool. Throws {@link PoolRefusal}, {@link NoAdministrator} or `OutsideAway`. */
type Call = <T>(send: (to: CognitoIdentityProviderClient, abortSignal: AbortSignal) => Promise<T>) => Promise<T>;

/** The two ways to refresh tokens. */
function renewal(call: Call, clientId: string) {
  // Once rotation was detected, it is tried first.
  let isRotating = false;

  const byRotation = (token: string) =>
    call((to, abortSignal) =>
      to.send(new GetTokensFromRefreshTokenCommand({ ClientId: clientId, RefreshToken: token }), { abortSignal }),
    );
  const byFlow = (token: string) => {
    const flow = { AuthFlow: "REFRESH_TOKEN_AUTH", AuthParameters: { REFRESH_TOKEN: token } } as const;
    return call((to, abortSignal) =>
      to.send(new InitiateAuthCommand({ ClientId: clientId, ...flow }), { abortSignal }),
    );
  };

  /**
   * A client with token rotation refuses the old flow with undocumented errors, so the rotation call decides. If that
   * is unavailable, the refusal stands.
   */
  return async (token: string) => {
    if (isRotating) return byRotation(token);
    try {
      return await byFlow(token);
    } catch (refusal) {
      if (refusal instanceof OutsideAway && !/flow not enabled/i.test(refusal.message)) throw refusal;
      const rotated = await byRotation(token).catch((error: unknown) => {
        throw refusal instanceof PoolRefusal && error instanceof OutsideAway ? refusal : error;
      });
      isRotating = true;
      return rotated;
    }
  };
}

/** The Cognito calls, each with a timeout. */
export function userPool(options: UserPoolOptions) {
  const { region, clientId, endpoint, credentials, health, callMs = CALL_MS } = options;
  const client = new CognitoIdentityProviderClient({
    region,
    ...(endpoint !== undefined && { endpoint }),
    ...(credentials !== undefined && { credentials }),
    // No SDK retries: a repeated sign-up would get another response.
    maxAttempts: 1,
    requestHandler: { connectionTimeout: callMs, requestTimeout: callMs, throwOnRequestTimeout: true },
  });
  const call: Call = (send) =>
    health.watch("identity", async () => {
      try {
        return await withDeadline(callMs, (signal) => send(client, signal));
      } catch (error) {
        throw error instanceof OutsideAway ? error : explain(error);
      }
    });
  const renew = renewal(call, clientId);
  return {
    ...options,
    call,
    /** Refreshes tokens; returns a new refresh token if the pool rotates them. */
    async renew(token: string): Promise<Renewed> {
      const { AuthenticationResult } = await renew(token);
      return wholeTokens(AuthenticationResult);
    },
    close: () => client.destroy(),
  };
}

export type UserPool = ReturnType<typeof userPool>;

export function wholeTokens(result: AuthenticationResultType | undefined): Renewed {
  const { IdToken, AccessToken, RefreshToken } = result ?? {};
  if (!IdToken || !AccessToken) throw new OutsideAway("identity", "an answer without tokens");
  return { IdToken, AccessToken, ...(RefreshToken && { RefreshToken }) };
}

/** Whether the refusal has one of these names, written without `Exception`. */
export function isRefusal(error: unknown, ...reasons: readonly string[]): error is PoolRefusal {
  return error instanceof PoolRefusal && reasons.some((reason) => error.reason === `${reason}Exception`);
}
