import { unreachable } from "#src/features/identity/messages.ts";
import { type MemberAnswer, readRefusal } from "#src/features/identity/member-fetch.ts";
import { normalizeEmail } from "#src/shared/contact.ts";

const PATIENCE_MS = 30_000;
const SIGN_UP_KEY = "sign-up";

export type AuthCall =
  | "sign-in"
  | "second-factor"
  | "second-factor/passkey"
  | "passkey"
  | "passkey/options"
  | "sign-up"
  | "setup"
  | "confirm"
  | "resend-code"
  | "forgot-password"
  | "reset-password"
  | "link"
  | "link-sign-in"
  | "openid"
  | "openid-sign-in";

/** Sends a call of the sign-in screen. `fallback` is shown if the server sends no message. Never rejects. */
export async function postAuth<T>(call: AuthCall, body: unknown, fallback: string): Promise<MemberAnswer<T>> {
  try {
    const response = await fetch(`/api/auth/${call}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      // Without a timeout, a stalled connection would leave the button busy forever.
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (!response.ok) return await readRefusal(response, fallback);
    const value = (await response.json().catch(() => null)) as T | null;
    return value === null ? { ok: false, status: response.status, message: fallback } : { ok: true, value };
  } catch {
    return { ok: false, status: 0, message: unreachable() };
  }
}

/** A sign-up awaiting its code. Its id ties the code to the password typed in this tab. */
export type WaitingSignUp = { readonly email: string; readonly signUpId: string };

/** Stored for this tab, because looking up the code in another app may reload the page. */
export function keepSignUp(signUp: WaitingSignUp | null): void {
  try {
    if (signUp === null) sessionStorage.removeItem(SIGN_UP_KEY);
    else sessionStorage.setItem(SIGN_UP_KEY, JSON.stringify(signUp));
  } catch {
    // Without it the newest sign-up of the address is used, nearly always this one.
  }
}

export function keptSignUp(): WaitingSignUp | null {
  try {
    const { email, signUpId } = JSON.parse(sessionStorage.getItem(SIGN_UP_KEY) ?? "null") as WaitingSignUp;
    return typeof email === "string" && typeof signUpId === "string" ? { email, signUpId } : null;
  } catch {
    return null;
  }
}

/** A correct password for a sign-up begun elsewhere. Kept in memory only. */
let typed: { readonly email: string; readonly password: string } | null = null;

/** Remembers the password typed at sign-in for a sign-up that still awaits its code. */
export function rememberTyped(credentials: { email: string; password: string }): void {
  typed = credentials;
}

type MeantSignUp = { email: string; signUpId?: string; password?: string };

/** Identifies the sign-up: by id if this tab began it, else by the password just typed. */
export function meantSignUp(email: string): MeantSignUp {
  const kept = keptSignUp();
  if (kept && normalizeEmail(kept.email) === normalizeEmail(email)) return { email, signUpId: kept.signUpId };
  return typed && normalizeEmail(typed.email) === normalizeEmail(email)
    ? { email, password: typed.password }
    : { email };
}
