import type { SecondFactor } from "#src/shared/security.ts";

/** The closed list of expected failures. Only `src/http/respond.server.ts` maps them to HTTP. */
export type FailureCode =
  | "bad_request"
  | "unauthenticated"
  | "forbidden"
  /** Signed in, or signing in, but a second factor is required first. */
  | "second_factor_required"
  /** Signed in, but a fresh proof is required. */
  | "proof_required"
  | "not_found"
  | "too_slow"
  | "conflict"
  | "too_large"
  | "unsupported_media_type"
  | "invalid"
  | "rate_limited"
  | "unavailable";

/** Finer reasons for failures that browsers must tell apart; the code is enough for the others. */
export const FAILURE_REASONS = [
  "not_confirmed",
  "request_not_open",
  "person_gone",
  "changed_meanwhile",
  "already_sent",
  "signed_in_again",
] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

export type Failure = {
  readonly code: FailureCode;
  readonly reason?: FailureReason;
  /** A sentence for the user. */
  readonly message: string;
  /** Field name → error message. */
  readonly fields?: Readonly<Record<string, string>>;
  /** With `rate_limited` and `unavailable`: seconds to wait. */
  readonly retryAfterSeconds?: number;
  /** With `second_factor_required` at sign-in: the challenge to send back and the available factors. */
  readonly secondStep?: { readonly ticket: string; readonly methods: readonly SecondFactor[] };
};

/** An expected outcome as a value; unexpected errors throw. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function fail(code: FailureCode, message: string, more: Omit<Failure, "code" | "message"> = {}): Result<never> {
  return { ok: false, failure: { code, message, ...more } };
}
