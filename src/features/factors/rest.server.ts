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

// Counted together with the second steps of sign-ins.
const SIGN_INS = { name: "second-factor", max: 60, windowSeconds: 300 };
const DONE = { success: true } as const;

export const readFactorsCall = endpoint({
  summary: "The caller's passkeys, authenticator app and recovery codes",
  answer: factorsSchema,
  admit: requireSignedIn,
  handle: async (app, { sub }) => ok(await readFactors(app, sub)),
});

export const passkeyOptionsCall = endpoint({
  summary: "Begin a passkey: WebAuthn options. Needs a fresh proof",
  answer: passkeyOptionsSchema,
  admit: requireProvedSelf,
  handle: (app, account) => beginPasskey(app, account),
});

export const addPasskeyCall = endpoint({
  summary: "Add the passkey that the browser made; with the first factor come recovery codes",
  body: newPasskeySchema,
  answer: factorsChangedSchema,
  invalidMessage: PASSKEY_FAILED,
  admit: requireSignedIn,
  handle: (app, account, { body, client }) => addPasskey(app, account, { ...body, client }),
});

export const renamePasskeyCall = endpoint({
  summary: "Rename a passkey",
  body: renamePasskeySchema,
  answer: factorsSchema,
  admit: requireSignedIn,
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

export const beginAuthenticatorCall = endpoint({
  summary: "Begin an authenticator app: its secret, once. Needs a fresh proof",
  answer: authenticatorSetupSchema,
  admit: requireProvedSelf,
  handle: (app, account) => beginAuthenticator(app, account),
});

export const confirmAuthenticatorCall = endpoint({
  summary: "Turn the authenticator app on with its first code; with the first factor come recovery codes",
  body: confirmAuthenticatorSchema,
  answer: factorsChangedSchema,
  admit: requireSignedIn,
  handle: (app, account, { body, client }) => confirmAuthenticator(app, account, { ...body, client }),
});

export const removeAuthenticatorCall = endpoint({
  summary: "Remove the authenticator app. Needs a fresh proof",
  answer: factorsSchema,
  admit: requireProvedSelf,
  handle: (app, account, { client }) => removeAuthenticator(app, account, client),
});

export const recoveryCodesCall = endpoint({
  summary: "Make new recovery codes, shown once; the old ones end. Needs a fresh proof",
  answer: factorsChangedSchema,
  admit: requireProvedSelf,
  handle: (app, account, { client }) => makeRecoveryCodes(app, account, client),
});

export const proofMethodsCall = endpoint({
  summary: "How this session can be proved anew",
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
  summary: "Prove freshly who one is: for ten minutes this session may do what needs it",
  body: proofSchema,
  answer: doneSchema,
  invalidMessage: PROOF_FAILED,
  admit: requireSignedIn,
  rateLimit: SIGN_INS,
  async handle(app, account, { body, client }) {
    const proved = await proveFreshly(app, account, { answer: body, client });
    return proved.ok ? ok(DONE) : proved;
  },
});
