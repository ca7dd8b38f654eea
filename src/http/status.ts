import type { FailureCode } from "#src/shared/result.ts";

const STATUS = {
  bad_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  second_factor_required: 403,
  proof_required: 403,
  not_found: 404,
  too_slow: 408,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  invalid: 422,
  rate_limited: 429,
  unavailable: 503,
} as const satisfies Record<FailureCode, number>;

export type FailureStatus = (typeof STATUS)[FailureCode];

/** The HTTP status of an expected failure. */
export function statusOf(code: FailureCode): FailureStatus {
  return STATUS[code];
}
