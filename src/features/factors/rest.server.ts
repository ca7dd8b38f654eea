import {
  beginAuthenticator,
  confirmAuthenticator,
  removeAuthenticator,
} from "#src/features/factors/commands/authenticator.server.ts";
import {
  addPasskey,
  beginPasskey,
  removePasskey,
  renamePasskey,
} from "#src/features/factors/commands/passkeys.server.ts";
import { proofMethods, proveFreshly } from "#src/features/factors/commands/proofs.server.ts";
import { makeRecoveryCodes } from "#src/features/factors/commands/recovery.server.ts";
import { passkeyOptions } from "#src/features/factors/commands/second-factor.server.ts";
import { PASSKEY_FAILED, PROOF_FAILED } from "#src/features/factors/messages.ts";
import { readFactors } from "#src/features/factors/queries.server.ts";
import { SECOND_FACTOR_LIMIT } from "#src/features/factors/rules.ts";
import {
  authenticatorSetupSchema,
  confirmAuthenticatorSchema,
  factorsChangedSchema,
  factorsSchema,
  newPasskeySchema,
  passkeyOptionsSchema,
  proofMethodsSchema,
  proofSchema,
  renamePasskeySchema,
} from "#src/features/factors/schema.ts";
import { doneSchema } from "#src/features/identity/schema.ts";
import { requireProvedSelf } from "#src/http/admission.server.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requireSignedIn } from "#src/policy/viewer.ts";
import { ok } from "#src/shared/result.ts";
import type { z } from "zod";
import type { App } from "#src/context/app.ts";
import type { Client } from "#src/http/client.server.ts";
import type { Proved } from "#src/policy/proof.ts";
import type { Result } from "#src/shared/result.ts";

const DONE = { success: true } as const;

/** A call about the caller's own account that requires recent reauthentication. */
const afterProof = <A extends z.ZodType>(
  summary: string,
  answer: A,
  handle: (app: App, account: Proved, input: { readonly client: Client }) => Promise<Result<z.infer<A>>>,
) => endpoint({ summary: `${summary}. Needs a fresh proof`, answer, admit: requireProvedSelf, handle });

export const readFactorsCall = endpoint({
  summary: "The caller's passkeys, authenticator app and recovery codes",
  answer: factorsSchema,
  admit: requireSignedIn,
  handle: async (app, { sub }) => ok(await readFactors(app, sub)),
});

export const passkeyOptionsCall = afterProof("Begin a passkey: WebAuthn options", passkeyOptionsSchema, beginPasskey);

export const addPasskeyCall = endpoint({
  summary: "Add the passkey that the browser created; the first factor returns recovery codes",
  body: newPasskeySchema,
  answer: factorsChangedSchema,
  invalidMessage: PASSKEY_FAILED,
  admit: requireSignedIn,
  handle: (app, account, { body, client }) => addPasskey(app, account, { ...body, client }),
});

export const renamePasskeyCall = endpoint({
  summary: "Rename a passkey. Needs a fresh proof",
  body: renamePasskeySchema,
  answer: factorsSchema,
  admit: requireProvedSelf,
  params: ["id"],
  handle: (app, account, { params, body }) => renamePasskey(app, account, { id: params.id, ...body }),
});

export const removePasskeyCall = endpoint({
  summary: "Remove a passkey. Needs a fresh proof",
  answer: factorsSchema,
  admit: requireProvedSelf,
  params: ["id"],
  handle: (app, account, { params, client }) => removePasskey(app, account, { id: params.id, client }),
});

export const beginAuthenticatorCall = afterProof(
  "Begin an authenticator app: its secret, once",
  authenticatorSetupSchema,
  beginAuthenticator,
);

export const confirmAuthenticatorCall = endpoint({
  summary: "Activate the authenticator app with its first code; the first factor returns recovery codes",
  body: confirmAuthenticatorSchema,
  answer: factorsChangedSchema,
  isLimitedInside: true,
  admit: requireSignedIn,
  handle: (app, account, { body, client }) => confirmAuthenticator(app, account, { ...body, client }),
});

export const removeAuthenticatorCall = afterProof(
  "Remove the authenticator app",
  factorsSchema,
  (app, account, { client }) => removeAuthenticator(app, account, client),
);

export const recoveryCodesCall = afterProof(
  "Make new recovery codes, shown once; the old ones end",
  factorsChangedSchema,
  (app, account, { client }) => makeRecoveryCodes(app, account, client),
);

export const proofMethodsCall = endpoint({
  summary: "The ways to give a fresh proof in this session",
  answer: proofMethodsSchema,
  admit: requireSignedIn,
  handle: async (app, account) => ok({ methods: await proofMethods(app, account) }),
});

export const proofOptionsCall = endpoint({
  summary: "WebAuthn options for a fresh proof by passkey",
  answer: passkeyOptionsSchema,
  admit: requireSignedIn,
  handle: (app, { sub }) => passkeyOptions(app, "proof", sub),
});

export const proofCall = endpoint({
  summary: "Give a fresh proof of identity: for ten minutes this session may make calls that require one",
  body: proofSchema,
  answer: doneSchema,
  invalidMessage: PROOF_FAILED,
  admit: requireSignedIn,
  rateLimit: SECOND_FACTOR_LIMIT,
  async handle(app, account, { body, client }) {
    const proved = await proveFreshly(app, account, { answer: body, client });
    return proved.ok ? ok(DONE) : proved;
  },
});
