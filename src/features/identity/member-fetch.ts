import { askForProof } from "#src/features/identity/proof-requests.ts";
import { unreachable, SESSION_EXPIRED, statusMessage } from "#src/features/identity/messages.ts";
import { expireSession, getIdToken, hasSessionHint, refreshSession } from "#src/features/identity/session.ts";
import type { FailureReason } from "#src/shared/result.ts";
import type { SecondFactor } from "#src/shared/security.ts";

type Options = {
  method?: string;
  /** Sent as JSON, or as multipart if it is a form. */
  body?: unknown;
  signal?: AbortSignal;
  /** `blob`: the response is a file, and `value` a Blob. */
  as?: "json" | "blob";
};

/** A sign-in's pending second step. */
export type SecondStep = { readonly ticket: string; readonly methods: readonly SecondFactor[] };

export type MemberFailure = {
  readonly ok: false;
  /** The HTTP status; 0 when the server was unreachable or the caller aborted. */
  readonly status: number;
  /** The API's code, which decides what the browser does; absent when something other than our server responded. */
  readonly code?: string;
  /** A more specific code, where the browser acts on it. */
  readonly reason?: FailureReason;
  /** A sentence to show. */
  readonly message: string;
  readonly fields?: Record<string, string>;
  /** For a sign-in whose first step succeeded. */
  readonly secondStep?: SecondStep;
};
export type MemberAnswer<T> = { readonly ok: true; readonly value: T } | MemberFailure;

function send(path: string, { method = "GET", body, signal }: Options, idToken: string | null): Promise<Response> {
  const isForm = body instanceof FormData;
  return fetch(path, {
    method,
    headers: {
      ...(idToken !== null && { authorization: `Bearer ${idToken}` }),
      // A form sets its own content type, with the boundary.
      ...(body !== undefined && !isForm && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  });
}

/** The body of a refusal; see `errorSchema`. */
type Refusal = Pick<MemberFailure, "message" | "fields" | "reason"> & SecondStep & { readonly error: string };

/** Reads a refusal: our server's message, or the status when something else responded. */
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
    // Not our server: a captive portal, for example.
    return { ok: false, status: response.status, message: statusMessage(response.status) };
  }
}

async function ask<T>(path: string, options: Options): Promise<MemberAnswer<T>> {
  // A tab that was just opened has no token yet, but may have a session to take up.
  if (getIdToken() === null && hasSessionHint()) await refreshSession();
  const used = getIdToken();
  const response = await send(path, options, used);
  if (response.status !== 401 || used === null) return readAnswer(response, options.as);
  const current = getIdToken();
  // The person signed out while this was in flight: there is no session to save.
  if (current === null) return readAnswer(response, options.as);
  // Another call may have renewed the token meanwhile.
  const outcome = current === used ? await refreshSession() : "refreshed";
  if (outcome === "unreachable") return { ok: false, status: 0, message: unreachable() };
  const again = outcome === "refreshed" ? await send(path, options, getIdToken()) : response;
  if (again.status !== 401) return readAnswer(again, options.as);
  expireSession();
  return { ok: false, status: 401, message: SESSION_EXPIRED };
}

/**
 * Calls the API as the signed-in person. Renews an expired token once; if the session is over, redirects to the sign-
 * in. Repeats a call that needs a fresh proof after the person gave it. Never rejects.
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
