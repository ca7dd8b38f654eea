import { askForProof } from "#src/features/identity/proof-requests.ts";
import { unreachable, SESSION_EXPIRED, statusMessage } from "#src/features/identity/messages.ts";
import { expireSession, getIdToken, hasSessionHint, refreshSession } from "#src/features/identity/session.ts";
import type { FailureReason } from "#src/shared/result.ts";
import type { SecondFactor } from "#src/shared/security.ts";

type Options = {
  method?: string;
  /** Sent as JSON; a form with a file as that. */
  body?: unknown;
  signal?: AbortSignal;
  /** `blob`: the answer is a file, and `value` a Blob. */
  as?: "json" | "blob";
};

/** What a sign-in needs for its second step. */
export type SecondStep = { readonly ticket: string; readonly methods: readonly SecondFactor[] };

export type MemberFailure = {
  readonly ok: false;
  /** Of HTTP; 0 when the server could not be reached, or the caller gave the request up. */
  readonly status: number;
  /** A code of the API, which decides what the browser does; absent when something else than our server answered. */
  readonly code?: string;
  /** A more exact code, where the browser decides by it. */
  readonly reason?: FailureReason;
  /** A sentence for the person. */
  readonly message: string;
  readonly fields?: Record<string, string>;
  /** Of a sign-in whose first step was right. */
  readonly secondStep?: SecondStep;
};
export type MemberAnswer<T> = { readonly ok: true; readonly value: T } | MemberFailure;

function send(path: string, { method = "GET", body, signal }: Options, idToken: string | null): Promise<Response> {
  const isForm = body instanceof FormData;
  return fetch(path, {
    method,
    headers: {
      ...(idToken !== null && { authorization: `Bearer ${idToken}` }),
      // A form says itself of what type it is, and where its parts end.
      ...(body !== undefined && !isForm && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  });
}

/** What a call that is refused answers; see `errorSchema`. */
type Refusal = Pick<MemberFailure, "message" | "fields" | "reason"> & SecondStep & { readonly error: string };

/** What a refusal says: in our server's words, or, when something else answered, its status. */
export async function readRefusal(
  response: Response,
  fallback = statusMessage(response.status),
): Promise<MemberFailure> {
  const answer = (await response.json().catch(() => null)) as Partial<Refusal> | null;
  const { error, reason, message, fields, ticket, methods } = answer ?? {};
  return {
    ok: false,
    status: response.status,
    ...(typeof error === "string" && { code: error }),
    ...(reason !== undefined && { reason }),
    ...(typeof ticket === "string" && methods && { secondStep: { ticket, methods } }),
    message: typeof message === "string" && message !== "" ? message : fallback,
    ...(fields && { fields }),
  };
}

async function readAnswer<T>(response: Response, as: Options["as"]): Promise<MemberAnswer<T>> {
  if (!response.ok) return readRefusal(response);
  if (as === "blob") return { ok: true, value: (await response.blob()) as T };
  const text = await response.text();
  try {
    return { ok: true, value: (text === "" ? undefined : JSON.parse(text)) as T };
  } catch {
    // Not our server: the sign-in page of a hotel's network, say.
    return { ok: false, status: response.status, message: statusMessage(response.status) };
  }
}

async function ask<T>(path: string, options: Options): Promise<MemberAnswer<T>> {
  // A tab that was just opened has no token yet, and may have a session to take up.
  if (getIdToken() === null && hasSessionHint()) await refreshSession();
  const used = getIdToken();
  const response = await send(path, options, used);
  if (response.status !== 401 || used === null) return readAnswer(response, options.as);
  const current = getIdToken();
  // The person signed out while this was in flight: there is no session to save.
  if (current === null) return readAnswer(response, options.as);
  // Another call may have fetched a new token meanwhile.
  const outcome = current === used ? await refreshSession() : "refreshed";
  if (outcome === "unreachable") return { ok: false, status: 0, message: unreachable() };
  const again = outcome === "refreshed" ? await send(path, options, getIdToken()) : response;
  if (again.status !== 401) return readAnswer(again, options.as);
  expireSession();
  return { ok: false, status: 401, message: SESSION_EXPIRED };
}

/**
 * A call of the API by who is signed in. A token that has run out is replaced once; when the session is over, the tab
 * is taken to the sign-in. A call that needs a fresh proof is repeated once the person has given it. Never rejects.
 */
export async function memberFetch<T>(path: string, options: Options = {}): Promise<MemberAnswer<T>> {
  try {
    const answer = await ask<T>(path, options);
    const isWanting = !answer.ok && answer.code === "proof_required";
    return isWanting && (await askForProof()) ? await ask<T>(path, options) : answer;
  } catch {
    return { ok: false, status: 0, message: unreachable() };
  }
}
