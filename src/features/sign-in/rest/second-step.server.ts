import { passkeyOptions } from "#src/features/factors/commands/second-factor.server.ts";
import {
  completeSecondStep,
  secondStepOptions,
  signInByPasskey,
} from "#src/features/sign-in/commands/second-step.server.ts";
import { PASSKEY_FAILED, PROOF_FAILED } from "#src/features/factors/messages.ts";
import { SECOND_FACTOR_LIMIT } from "#src/features/factors/rules.ts";
import {
  passkeyOptionsSchema,
  passkeySignInSchema,
  secondFactorSchema,
  ticketSchema,
} from "#src/features/factors/schema.ts";
import { answerGrant, answerSignIn } from "#src/features/sign-in/rest/sign-in.server.ts";
import { tokensSchema } from "#src/features/sign-in/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { ok } from "#src/shared/result.ts";

export const passkeySignInOptionsCall = endpoint({
  summary: "Begin a sign-in by passkey: WebAuthn options with a challenge for five minutes",
  answer: passkeyOptionsSchema,
  rateLimit: SECOND_FACTOR_LIMIT,
  handle: (app) => passkeyOptions(app, "sign_in", null),
});

export const passkeySignInCall = endpoint({
  summary: "Sign in with a passkey; sets the refresh cookie",
  body: passkeySignInSchema,
  answer: tokensSchema,
  invalidMessage: PASSKEY_FAILED,
  rateLimit: SECOND_FACTOR_LIMIT,
  handle: async (app, _viewer, { body, client }) =>
    answerSignIn(app, await signInByPasskey(app, body.response, client)),
});

export const secondStepOptionsCall = endpoint({
  summary: "WebAuthn options for a passkey as the second step of a sign-in",
  body: ticketSchema,
  answer: passkeyOptionsSchema,
  invalidMessage: PROOF_FAILED,
  rateLimit: SECOND_FACTOR_LIMIT,
  handle: (app, _viewer, { body }) => secondStepOptions(app, body.ticket),
});

export const secondStepCall = endpoint({
  summary: "The second step of a sign-in; sets the refresh cookie",
  body: secondFactorSchema,
  answer: tokensSchema,
  invalidMessage: PROOF_FAILED,
  rateLimit: SECOND_FACTOR_LIMIT,
  async handle(app, _viewer, { body, client }) {
    const { ticket, ...answer } = body;
    const completed = await completeSecondStep(app, { ticket, answer }, client);
    return completed.ok ? ok(answerGrant(app, completed.value)) : completed;
  },
});
