import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import {
  PASSKEY_NOT_MADE,
  PASSKEY_NOT_USED,
  PASSKEY_ON_DEVICE,
  PASSKEY_UNSUPPORTED,
  PASSKEY_WRONG_ADDRESS,
} from "#src/features/factors/messages.ts";
import { passkeyDomain } from "#src/features/factors/rules.ts";
import type { MemberAnswer, MemberFailure } from "#src/features/identity/member-fetch.ts";

/** Whether this browser can use passkeys at this address. Browser only. */
export function canUsePasskeys(): boolean {
  return typeof window.PublicKeyCredential === "function" && passkeyDomain(location.href) !== null;
}

const failed = (message: string): MemberFailure => ({ ok: false, status: 0, message });

/** The message for a passkey failure in the browser. */
function refusal(error: unknown, fallback: string): MemberFailure {
  const { name = "", code = "" } = error as { name?: string; code?: string };
  if (code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED") return failed(PASSKEY_ON_DEVICE);
  if (name === "SecurityError") return failed(PASSKEY_WRONG_ADDRESS);
  if (name === "NotSupportedError" || name === "ConstraintError") return failed(PASSKEY_UNSUPPORTED);
  // Canceled, timed out, or no passkey: browsers do not say which.
  return failed(fallback);
}

/** Creates a passkey in the browser and returns the response for the server. Never rejects. */
export async function makePasskey(options: object): Promise<MemberAnswer<unknown>> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  try {
    const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
    return { ok: true, value: await startRegistration({ optionsJSON }) };
  } catch (error) {
    return refusal(error, PASSKEY_NOT_MADE);
  }
}

/** Signs with a passkey in the browser and returns the response for the server. Never rejects. */
export async function signWithPasskey(options: object): Promise<MemberAnswer<unknown>> {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  try {
    const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
    return { ok: true, value: await startAuthentication({ optionsJSON }) };
  } catch (error) {
    return refusal(error, PASSKEY_NOT_USED);
  }
}
