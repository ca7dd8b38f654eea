import { requestLink, openLink } from "#src/features/sign-in/commands/mail-links.server.ts";
import {
  beginOpenId,
  connectOpenId,
  disconnectOpenId,
  signInByOpenId,
} from "#src/features/sign-in/commands/openid.server.ts";
import { EMAIL_INVALID } from "#src/features/identity/messages.ts";
import { LINK_OVER, OPENID_INVALID } from "#src/features/sign-in/messages.ts";
import { readSignInSettings } from "#src/features/sign-in/queries/sign-in-methods.server.ts";
import { answerSignIn } from "#src/features/sign-in/rest/sign-in.server.ts";
import { doneSchema } from "#src/features/identity/schema.ts";
import {
  linkAnswerSchema,
  linkSchema,
  linkSignInSchema,
  openIdReturnSchema,
  openIdUrlSchema,
  signInSettingsSchema,
  tokensSchema,
} from "#src/features/sign-in/schema.ts";
import { type Cookie, endpoint, WithCookies } from "#src/http/endpoint.server.ts";
import { requireProvedSelf } from "#src/http/admission.server.ts";
import { requireSignedIn } from "#src/policy/viewer.ts";
import { ok, type Result } from "#src/shared/result.ts";

const DONE = { success: true } as const;
const TEN_MINUTES = 600;

// Limited by the caller's IP address, in addition to the limit by mail address.
const LINKS = { name: "links", max: 30, windowSeconds: 3600 };
const LINK_SIGN_INS = { name: "link-sign-in", max: 60, windowSeconds: 300 };
const OPENID = { name: "openid", max: 60, windowSeconds: 300 };

/** Opens a mailed link without a number, in the browser that requested it. */
const LINK_COOKIE = "sandbar_link";
/** The parameters for the return from {@link beginOpenId}. */
const OPENID_COOKIE = "sandbar_openid";

function cookieOf(name: string, value: string | null, path: string): Cookie {
  return { name, value, path, maxAgeSeconds: TEN_MINUTES, httpOnly: true };
}

/** A response that also clears a single-use cookie. */
function without<T>(result: Result<WithCookies<T>>, cookie: Cookie): Result<WithCookies<T>> {
  return result.ok ? ok(new WithCookies(result.value.value, [...result.value.cookies, cookie])) : result;
}

export const linkCall = endpoint({
  summary: "Mail a sign-in link, if the address has an account",
  body: linkSchema,
  answer: linkAnswerSchema,
  invalidMessage: EMAIL_INVALID,
  rateLimit: LINKS,
  async handle(app, _viewer, { body, client }) {
    const asked = await requestLink(app, body.email, client);
    if (!asked.ok) return asked;
    const { number, browserSecret } = asked.value;
    return ok(new WithCookies({ ...DONE, number }, [cookieOf(LINK_COOKIE, browserSecret, "/api/auth")]));
  },
});

export const linkSignInCall = endpoint({
  summary: "Sign in with a mailed link; sets the refresh cookie",
  body: linkSignInSchema,
  answer: tokensSchema,
  invalidMessage: LINK_OVER,
  rateLimit: LINK_SIGN_INS,
  async handle(app, _viewer, { body, cookie, client }) {
    const use = { token: body.token, number: body.number, browserSecret: cookie(LINK_COOKIE) };
    const answer = answerSignIn(app, await openLink(app, use, client));
    return without(answer, cookieOf(LINK_COOKIE, null, "/api/auth"));
  },
});

export const openIdCall = endpoint({
  summary: "Begin a sign-in with the OpenID Connect provider",
  answer: openIdUrlSchema,
  rateLimit: OPENID,
  async handle(app) {
    const begun = await beginOpenId(app, null);
    if (!begun.ok) return begun;
    return ok(new WithCookies({ url: begun.value.url }, [cookieOf(OPENID_COOKIE, begun.value.cookie, "/api")]));
  },
});

export const openIdSignInCall = endpoint({
  summary: "Sign in with the provider's response; sets the refresh cookie",
  body: openIdReturnSchema,
  answer: tokensSchema,
  invalidMessage: OPENID_INVALID,
  rateLimit: OPENID,
  async handle(app, _viewer, { body, cookie, client }) {
    const back = { query: body.query, cookie: cookie(OPENID_COOKIE) };
    const answer = answerSignIn(app, await signInByOpenId(app, back, client));
    return without(answer, cookieOf(OPENID_COOKIE, null, "/api"));
  },
});

export const readSignInSettingsCall = endpoint({
  summary: "The caller's email, password and provider settings",
  answer: signInSettingsSchema,
  admit: requireSignedIn,
  handle: async (app, signedIn) => ok(await readSignInSettings(app, signedIn)),
});

export const connectOpenIdCall = endpoint({
  summary: "Begin connecting a provider account to the caller's account",
  answer: openIdUrlSchema,
  admit: requireProvedSelf,
  rateLimit: OPENID,
  async handle(app, { sub }) {
    const begun = await beginOpenId(app, sub);
    if (!begun.ok) return begun;
    return ok(new WithCookies({ url: begun.value.url }, [cookieOf(OPENID_COOKIE, begun.value.cookie, "/api")]));
  },
});

export const finishOpenIdCall = endpoint({
  summary: "Finish connecting the provider account",
  body: openIdReturnSchema,
  answer: doneSchema,
  invalidMessage: OPENID_INVALID,
  admit: requireSignedIn,
  async handle(app, signedIn, { body, cookie, client }) {
    const back = { query: body.query, cookie: cookie(OPENID_COOKIE) };
    const connected = await connectOpenId(app, signedIn, back, client);
    return connected.ok ? ok(new WithCookies(DONE, [cookieOf(OPENID_COOKIE, null, "/api")])) : connected;
  },
});

export const disconnectOpenIdCall = endpoint({
  summary: "Disconnect the provider account",
  answer: signInSettingsSchema,
  admit: requireProvedSelf,
  async handle(app, signedIn, { client }) {
    await disconnectOpenId(app, signedIn, client);
    return ok(await readSignInSettings(app, signedIn));
  },
});
