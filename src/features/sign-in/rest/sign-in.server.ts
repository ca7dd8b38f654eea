import type { App } from "#src/context/app.ts";
import {
  confirmSignUp,
  forgotPassword,
  resendCode,
  resetPassword,
  signUp,
} from "#src/features/sign-in/commands/codes.server.ts";
import { refreshSession, type SessionGrant, signOut } from "#src/features/identity/commands/sessions.server.ts";
import { signIn, type SignInOutcome } from "#src/features/sign-in/commands/sign-in.server.ts";
import { SECOND_FACTOR_REQUIRED, REGISTRATION_FAILED } from "#src/features/sign-in/messages.ts";
import { CREDENTIALS_REQUIRED, SESSION_EXPIRED, VERIFICATION_FAILED } from "#src/features/identity/messages.ts";
import {
  confirmSchema,
  forgotSchema,
  resendSchema,
  resetSchema,
  signInSchema,
  signOutSchema,
  signUpAnswerSchema,
  signUpSchema,
  tokensSchema,
  type SessionTokens,
} from "#src/features/sign-in/schema.ts";
import { doneSchema } from "#src/features/identity/schema.ts";
import { SESSION_HINT, SIGNED_OUT_MARK } from "#src/features/identity/session.ts";
import { DEVICE_COOKIE } from "#src/http/client.server.ts";
import { type Cookie, endpoint, WithCookies } from "#src/http/endpoint.server.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

const REFRESH_COOKIE = "sandbar_refresh";
/** Identify the sign-up and the reset begun in this browser, so that only their codes count here. */
const SIGN_UP_COOKIE = "sandbar_sign_up";
const RESET_COOKIE = "sandbar_reset";
const SIGN_UP_SECONDS = 86_400;
const RESET_SECONDS = 3600;
const DEVICE_SECONDS = 400 * 86_400;
const DONE = { success: true } as const;

// Limited by the caller's IP address, in addition to the limit by account.
const SIGN_INS = { name: "sign-in", max: 60, windowSeconds: 300 };
const SIGN_UPS = { name: "sign-up", max: 20, windowSeconds: 3600 };
const CODES = { name: "codes", max: 60, windowSeconds: 3600 };

/** An HttpOnly cookie for the calls in this file. */
const hidden = (name: string, value: string | null, maxAgeSeconds: number): Cookie => ({
  name,
  value,
  path: "/api/auth",
  maxAgeSeconds,
  httpOnly: true,
});

/** Clears the browser's marker of a sign-out that the server had not received. */
const SIGN_OUT_HEARD: Cookie = { name: SIGNED_OUT_MARK, value: null, path: "/", maxAgeSeconds: 0, httpOnly: false };

type RefreshCookie = { readonly refreshToken: string; readonly seconds: number };

/** Stores the refresh token in an HttpOnly cookie, with a readable marker beside it. Null clears both. */
function sessionCookies(session: RefreshCookie | null): Cookie[] {
  const hint = session === null ? null : "1";
  const maxAgeSeconds = session?.seconds ?? 0;
  return [
    hidden(REFRESH_COOKIE, session?.refreshToken ?? null, maxAgeSeconds),
    { name: SESSION_HINT, value: hint, path: "/", maxAgeSeconds, httpOnly: false },
  ];
}

/** A session's response: the id token in the body, the refresh token in its cookie. */
export function answerGrant(app: App, { idToken, expiresAt, refreshToken, endsAt, deviceToken }: SessionGrant) {
  // One second longer than the session; the server decides when it ends.
  const seconds = Math.ceil((endsAt.getTime() - app.clock.now().getTime()) / 1000);
  const cookies = [
    ...(refreshToken === null ? [] : sessionCookies({ refreshToken, seconds })),
    // Set by sign-ins only: a refresh must not undo a sign-out.
    ...(deviceToken === null ? [] : [hidden(DEVICE_COOKIE, deviceToken, DEVICE_SECONDS), SIGN_OUT_HEARD]),
  ];
  return new WithCookies<SessionTokens>({ idToken, expiresAt: expiresAt.toISOString() }, cookies);
}

/** The response to a sign-in by any method: tokens, or a refusal that lists the second factors. */
export function answerSignIn(app: App, outcome: Result<SignInOutcome>): Result<WithCookies<SessionTokens>> {
  if (!outcome.ok) return outcome;
  if (outcome.value.kind === "signed_in") return ok(answerGrant(app, outcome.value.grant));
  const { methods, challenge: ticket } = outcome.value.demand;
  return fail("second_factor_required", SECOND_FACTOR_REQUIRED, { secondStep: { ticket, methods } });
}

/** The sign-up to use: the named one, else the one begun in this browser, unless a password identifies it. */
function meantSignUp(
  { signUpId, password }: { signUpId?: string | undefined; password?: string | undefined },
  cookie: (name: string) => string | undefined,
): string | undefined {
  return signUpId ?? (password === undefined ? cookie(SIGN_UP_COOKIE) : undefined);
}

const done = (result: Result<void>) => (result.ok ? ok(DONE) : result);

export const signInCall = endpoint({
  summary: "Sign in; sets the refresh cookie",
  body: signInSchema,
  answer: tokensSchema,
  invalidMessage: CREDENTIALS_REQUIRED,
  rateLimit: SIGN_INS,
  handle: async (app, _viewer, { body, client }) => answerSignIn(app, await signIn(app, body, client)),
});

export const refreshCall = endpoint({
  summary: "Exchange the refresh cookie for a new id token",
  answer: tokensSchema,
  async handle(app, _viewer, { cookie, client }) {
    const refreshToken = cookie(REFRESH_COOKIE);
    if (!refreshToken) return fail("unauthenticated", SESSION_EXPIRED);
    const refreshed = await refreshSession(app, refreshToken, client);
    return refreshed.ok ? ok(answerGrant(app, refreshed.value)) : refreshed;
  },
});

export const signOutCall = endpoint({
  summary: "End this session, or every session of the account",
  body: signOutSchema,
  answer: doneSchema,
  async handle(app, viewer, { body, cookie, client }) {
    await signOut(app, { refreshToken: cookie(REFRESH_COOKIE), viewer }, body.everywhere, client);
    return ok(new WithCookies(DONE, [...sessionCookies(null), SIGN_OUT_HEARD]));
  },
});

export const signUpCall = endpoint({
  summary: "Begin a sign-up: mails a code to the address",
  body: signUpSchema,
  answer: signUpAnswerSchema,
  invalidMessage: REGISTRATION_FAILED,
  rateLimit: SIGN_UPS,
  async handle(app, _viewer, { body, client }) {
    const begun = await signUp(app, body, client);
    if (!begun.ok) return begun;
    const cookie = hidden(SIGN_UP_COOKIE, begun.value, SIGN_UP_SECONDS);
    return ok(new WithCookies({ ...DONE, signUpId: begun.value }, [cookie]));
  },
});

export const confirmCall = endpoint({
  summary: "Confirm a sign-up with its code",
  body: confirmSchema,
  answer: doneSchema,
  invalidMessage: VERIFICATION_FAILED,
  rateLimit: CODES,
  async handle(app, _viewer, { body, cookie, client }) {
    const confirmed = await confirmSignUp(app, { ...body, signUpId: meantSignUp(body, cookie) }, client);
    return confirmed.ok ? ok(new WithCookies(DONE, [hidden(SIGN_UP_COOKIE, null, 0)])) : confirmed;
  },
});

export const resendCall = endpoint({
  summary: "Mail another code for a sign-up",
  body: resendSchema,
  answer: doneSchema,
  rateLimit: CODES,
  handle: async (app, _viewer, { body, cookie, client }) =>
    done(await resendCode(app, { ...body, signUpId: meantSignUp(body, cookie) }, client)),
});

export const forgotCall = endpoint({
  summary: "Mail a password reset code, if the address has an account",
  body: forgotSchema,
  answer: doneSchema,
  rateLimit: CODES,
  async handle(app, _viewer, { body, client }) {
    const begun = await forgotPassword(app, body.email, client);
    return begun.ok ? ok(new WithCookies(DONE, [hidden(RESET_COOKIE, begun.value, RESET_SECONDS)])) : begun;
  },
});

export const resetCall = endpoint({
  summary: "Reset the password with the mailed code; ends every session of the account",
  body: resetSchema,
  answer: doneSchema,
  invalidMessage: VERIFICATION_FAILED,
  rateLimit: CODES,
  async handle(app, _viewer, { body, cookie, client }) {
    const reset = await resetPassword(app, { ...body, resetId: cookie(RESET_COOKIE) }, client);
    if (!reset.ok) return reset;
    const device = reset.value === null ? [] : [hidden(DEVICE_COOKIE, reset.value, DEVICE_SECONDS)];
    return ok(new WithCookies(DONE, [hidden(RESET_COOKIE, null, 0), ...device]));
  },
});
