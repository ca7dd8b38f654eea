import {
  type AuthenticationResultType,
  CognitoIdentityProviderClient,
  type CognitoIdentityProviderClientConfig,
  GetTokensFromRefreshTokenCommand,
  InitiateAuthCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { OutsideAway, type OutsideHealth } from "#src/shared/outside.ts";

/** Longest wait for an answer, whatever trickles in. People are waiting. */
const CALL_MS = 5000;

export type UserPoolOptions = {
  readonly region: string;
  /** `us-east-1_XXXXXXXXX` */
  readonly poolId: string;
  readonly clientId: string;
  /** Instead of AWS's own, without a trailing slash: an emulator. */
  readonly endpoint?: string | undefined;
  /** For the calls of an administrator; by default what the SDK finds in the environment, a profile or the machine. */
  readonly credentials?: CognitoIdentityProviderClientConfig["credentials"];
  readonly health: OutsideHealth;
  /** Longest wait for an answer; shorter in tests. */
  readonly callMs?: number | undefined;
};

/** The pool said no. `name` is the vendor's: `NotAuthorizedException`. */
export class PoolRefusal extends Error {
  override name = "PoolRefusal";
  readonly reason: string;

  constructor(reason: string) {
    super(`the pool refused: ${reason}`);
    this.reason = reason;
  }
}

/** There are no AWS credentials here, so nothing that only an administrator of the pool may do can be done. */
export class NoAdministrator extends Error {
  override name = "NoAdministrator";

  constructor() {
    super(
      "This needs AWS credentials with rights on the user pool, and there are none. docs/operations.md says how to give them.",
    );
  }
}

type Failed = { readonly name?: string; readonly message?: string; readonly $metadata?: { httpStatusCode?: number } };

/** Refusals that are the service's trouble or our settings', not the person's. */
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

/** The vendor's words that tell of a setting. Nothing else of them is kept: they may repeat what was sent. */
const ABOUT_SETTINGS =
  /\w+ flow not enabled|User pool(?: client)? [\w-]+ does not exist|security token[a-z ]+(?:invalid|expired)|is not authorized to perform: [\w:-]+/i;

/** What became of a call, as one of three: a refusal, no administrator, or a pool that is as good as away. */
function explain(error: unknown): Error {
  const { name: told = "", message = "", $metadata } = error as Failed;
  // Some errors are named by the answer itself.
  const name = /^[A-Za-z]{1,60}$/.test(told) ? told : "";
  const status = $metadata?.httpStatusCode ?? 0;
  if (/^CredentialsProviderError$/.test(name) || /credential is missing/i.test(message)) return new NoAdministrator();
  const isNo = status >= 400 && status < 500 && name.endsWith("Exception") && !NOT_ABOUT_THE_PERSON.has(name);
  // A sign-in flow that is switched off is a setting of the pool, which no visitor can do anything about.
  if (isNo && !/flow not enabled/i.test(message)) return new PoolRefusal(name);
  const retryAfterSeconds = name === "TooManyRequestsException" ? 10 : 30;
  const words = [name || "no answer", `(${status || "no status"})`, ...(ABOUT_SETTINGS.exec(message) ?? [])];
  return new OutsideAway("identity", words.join(" "), {
    retryAfterSeconds,
  });
}

/** Rejects when time is up, whatever the call is waiting for. */
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

/** How one gets other tokens for a refresh token. */
function renewal(call: Call, clientId: string) {
  // Once rotation was seen, the other way is not tried first any more.
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
   * A client that rotates its refresh tokens refuses the old flow, in words that are not documented: whatever it
   * answers, the operation that knows rotation decides. Where that one does not exist, the refusal stands.
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

/** The calls to a Cognito user pool, each within its time. */
export function userPool(options: UserPoolOptions) {
  const { region, clientId, endpoint, credentials, health, callMs = CALL_MS } = options;
  const client = new CognitoIdentityProviderClient({
    region,
    ...(endpoint !== undefined && { endpoint }),
    ...(credentials !== undefined && { credentials }),
    // What failed once is tried again by who asked: a sign-up done twice is another answer.
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
    /** Other tokens for a refresh token of the pool; with another one of those where the pool rotates them. */
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

/** Whether the pool refused for one of these reasons, written without `Exception`. */
export function isRefusal(error: unknown, ...reasons: readonly string[]): error is PoolRefusal {
  return error instanceof PoolRefusal && reasons.some((reason) => error.reason === `${reason}Exception`);
}
