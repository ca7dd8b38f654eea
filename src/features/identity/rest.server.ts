import {
  confirmSignUp,
  forgotPassword,
  refreshSession,
  resendCode,
  resetPassword,
  signIn,
  signOut,
  signUp,
} from "#src/features/identity/commands.server.ts";
import {
  CREDENTIALS_REQUIRED,
  REGISTRATION_FAILED,
  SESSION_EXPIRED,
  VERIFICATION_FAILED,
} from "#src/features/identity/messages.ts";
import {
  confirmSchema,
  doneSchema,
  forgotSchema,
  resendSchema,
  resetSchema,
  signInSchema,
  signOutSchema,
  signUpAnswerSchema,
  signUpSchema,
  tokensSchema,
  type SessionTokens,
} from "#src/features/identity/schema.ts";
import { SESSION_HINT } from "#src/features/identity/session.ts";
import { type Cookie, endpoint, WithCookies } from "#src/http/endpoint.server.ts";
import type { IdentityTokens } from "#src/ports/identity/port.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

const REFRESH_COOKIE = "sandbar_refresh";
const SESSION_SECONDS = 30 * 86_400;
const DONE = { success: true } as const;

// By the address of who asks, beside what is counted by the address that is signed in to.
const SIGN_INS = { name: "sign-in", max: 60, windowSeconds: 300 };
const SIGN_UPS = { name: "sign-up", max: 20, windowSeconds: 3600 };
const CODES = { name: "codes", max: 60, windowSeconds: 3600 };

/** The refresh token, where no script can read it, and beside it a word that there is one. */
function sessionCookies(refreshToken: string | null): Cookie[] {
  const hint = refreshToken === null ? null : "1";
  return [
    { name: REFRESH_COOKIE, value: refreshToken, path: "/api/auth", maxAgeSeconds: SESSION_SECONDS, httpOnly: true },
    { name: SESSION_HINT, value: hint, path: "/", maxAgeSeconds: SESSION_SECONDS, httpOnly: false },
  ];
}

function answerTokens(result: Result<IdentityTokens>): Result<WithCookies<SessionTokens>> {
  if (!result.ok) return result;
  const { idToken, expiresAt, refreshToken } = result.value;
  return ok(new WithCookies({ idToken, expiresAt: expiresAt.toISOString() }, sessionCookies(refreshToken)));
}

const done = (result: Result<void>) => (result.ok ? ok(DONE) : result);

export const signInCall = endpoint({
  summary: "Sign in; sets the refresh cookie",
  body: signInSchema,
  answer: tokensSchema,
  invalidMessage: CREDENTIALS_REQUIRED,
  rateLimit: SIGN_INS,
  handle: async (app, _viewer, { body }) => answerTokens(await signIn(app, body)),
});

export const refreshCall = endpoint({
  summary: "Another id token, for the refresh cookie",
  answer: tokensSchema,
  async handle(app, _viewer, { cookie }) {
    const refreshToken = cookie(REFRESH_COOKIE);
    if (!refreshToken) return fail("unauthenticated", SESSION_EXPIRED);
    return answerTokens(await refreshSession(app, refreshToken));
  },
});

export const signOutCall = endpoint({
  summary: "End this session, or every session of the account",
  body: signOutSchema,
  answer: doneSchema,
  async handle(app, _viewer, { body, cookie }) {
    const refreshToken = cookie(REFRESH_COOKIE);
    if (refreshToken) await signOut(app, refreshToken, body.everywhere);
    return ok(new WithCookies(DONE, sessionCookies(null)));
  },
});

export const signUpCall = endpoint({
  summary: "Begin a sign-up: a code goes to the address",
  body: signUpSchema,
  answer: signUpAnswerSchema,
  invalidMessage: REGISTRATION_FAILED,
  rateLimit: SIGN_UPS,
  async handle(app, _viewer, { body }) {
    const begun = await signUp(app, body);
    return begun.ok ? ok({ ...DONE, signUpId: begun.value }) : begun;
  },
});

export const confirmCall = endpoint({
  summary: "Confirm a sign-up with its code",
  body: confirmSchema,
  answer: doneSchema,
  invalidMessage: VERIFICATION_FAILED,
  rateLimit: CODES,
  handle: async (app, _viewer, { body }) => done(await confirmSignUp(app, body)),
});

export const resendCall = endpoint({
  summary: "Another code for a sign-up",
  body: resendSchema,
  answer: doneSchema,
  rateLimit: CODES,
  handle: async (app, _viewer, { body }) => done(await resendCode(app, body)),
});

export const forgotCall = endpoint({
  summary: "A code for another password goes to the address, if it has an account",
  body: forgotSchema,
  answer: doneSchema,
  rateLimit: CODES,
  handle: async (app, _viewer, { body }) => done(await forgotPassword(app, body.email)),
});

export const resetCall = endpoint({
  summary: "Another password, with the mailed code; ends every session of the account",
  body: resetSchema,
  answer: doneSchema,
  invalidMessage: VERIFICATION_FAILED,
  rateLimit: CODES,
  handle: async (app, _viewer, { body }) => done(await resetPassword(app, body)),
});
