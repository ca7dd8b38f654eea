import {
  AUTHENTICATION_FAILED,
  MUST_CHANGE_PASSWORD,
  NOT_CONFIRMED,
  REGISTRATION_FAILED,
} from "#src/features/sign-in/messages.ts";
import { SESSION_EXPIRED, VERIFICATION_FAILED } from "#src/features/identity/messages.ts";
import type { IdentityFault } from "#src/ports/identity/port.ts";
import { type Failure, fail, type Result } from "#src/shared/result.ts";

const FAULTS: Readonly<Record<IdentityFault, Pick<Failure, "code" | "reason" | "message">>> = {
  wrong_credentials: { code: "unauthenticated", message: AUTHENTICATION_FAILED },
  not_confirmed: { code: "forbidden", reason: "not_confirmed", message: NOT_CONFIRMED },
  must_change_password: { code: "forbidden", message: MUST_CHANGE_PASSWORD },
  wrong_code: { code: "invalid", message: VERIFICATION_FAILED },
  session_over: { code: "unauthenticated", message: SESSION_EXPIRED },
  weak_password: { code: "invalid", message: REGISTRATION_FAILED },
  exists: { code: "conflict", message: REGISTRATION_FAILED },
  unknown_account: { code: "not_found", message: AUTHENTICATION_FAILED },
};

/** Translates a refusal of the user pool into the site's error. */
export function refused(fault: IdentityFault): Result<never> {
  const { code, message, ...more } = FAULTS[fault];
  return fail(code, message, more);
}
