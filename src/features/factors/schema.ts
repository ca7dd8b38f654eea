import { z } from "zod";
import {
  CODE_MISSING,
  NAME_REQUIRED,
  PASSKEY_FAILED,
  WRONG_APP_CODE,
  WRONG_RECOVERY_CODE,
} from "#src/features/factors/messages.ts";
import { isAppCode, isRecoveryCode, MAX_PASSKEY_NAME, plainRecoveryCode } from "#src/features/factors/rules.ts";
import { CREDENTIALS_REQUIRED, PASSWORD_TOO_LONG } from "#src/features/identity/messages.ts";
import { codeDigits, MAX_PASSWORD } from "#src/features/identity/rules.ts";
import { requiredText } from "#src/shared/fields.ts";

/** Size limit of a browser's response; the longest part is an attestation with certificates. */
const MOST_CHARACTERS = 20_000;
const base64url = z
  .string({ error: PASSKEY_FAILED })
  .max(MOST_CHARACTERS, { error: PASSKEY_FAILED })
  .regex(/^[\w-]+$/, { error: PASSKEY_FAILED });

const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal("public-key"),
  authenticatorAttachment: z.enum(["platform", "cross-platform"]).nullish(),
};

/** The response of `navigator.credentials.create` as JSON (WebAuthn Level 3). */
const attestationSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(20)).max(10).default([]),
  }),
});
export type Attestation = z.infer<typeof attestationSchema>;

/** The response of `navigator.credentials.get` as JSON. */
const assertionSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish(),
  }),
});
export type Assertion = z.infer<typeof assertionSchema>;

const appCode = requiredText(20, CODE_MISSING).refine(isAppCode, { error: WRONG_APP_CODE }).transform(codeDigits);
const recoveryCode = requiredText(40, CODE_MISSING)
  .transform(plainRecoveryCode)
  .refine(isRecoveryCode, { error: WRONG_RECOVERY_CODE });
const password = z
  .string({ error: CREDENTIALS_REQUIRED })
  .min(1, { error: CREDENTIALS_REQUIRED })
  .max(MAX_PASSWORD, { error: PASSWORD_TOO_LONG });

const byPasskey = z.object({ method: z.literal("passkey"), response: assertionSchema });
const byApp = z.object({ method: z.literal("totp"), code: appCode });
const byRecoveryCode = z.object({ method: z.literal("recovery_code"), code: recoveryCode });
const byPassword = z.object({ method: z.literal("password"), password });

export const ticketSchema = z.object({
  ticket: z.string().max(100).describe("The ticket from the `second_factor_required` response"),
});
const answerSchema = z.discriminatedUnion("method", [byPasskey, byApp, byRecoveryCode]);
export type FactorAnswer = z.infer<typeof answerSchema>;
/** The second step of a sign-in. */
export const secondFactorSchema = ticketSchema.and(answerSchema);

export const passkeySignInSchema = z.object({ response: assertionSchema });

/** Reauthentication: proof that it is still the same person. */
export const proofSchema = z.discriminatedUnion("method", [byPasskey, byApp, byRecoveryCode, byPassword]);
export type ProofAnswer = z.infer<typeof proofSchema>;

/** WebAuthn options in the form the browser's JSON methods accept. */
export const passkeyOptionsSchema = z
  .record(z.string(), z.unknown())
  .describe("WebAuthn options, for `navigator.credentials` (JSON form)");

export type PasskeyOptions = z.infer<typeof passkeyOptionsSchema>;

const passkeyName = requiredText(MAX_PASSKEY_NAME, NAME_REQUIRED);
export const newPasskeySchema = z.object({ response: attestationSchema });
export const renamePasskeySchema = z.object({ name: passkeyName });

const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  isSynced: z.boolean().describe("Synced by a password manager to its owner's other devices"),
  addedAt: z.iso.datetime(),
  usedAt: z.iso.datetime().nullable(),
});
export type Passkey = z.infer<typeof passkeySchema>;

export const factorsSchema = z.object({
  passkeys: z.array(passkeySchema),
  canAddPasskeys: z.boolean().describe("False where browsers allow none: at an IP address or over plain HTTP"),
  authenticator: z.object({ addedAt: z.iso.datetime(), usedAt: z.iso.datetime().nullable() }).nullable(),
  recoveryCodes: z.object({ left: z.number(), madeAt: z.iso.datetime() }).nullable(),
});
export type Factors = z.infer<typeof factorsSchema>;

/** The factors after a change, with recovery codes if they were just created. The codes are never shown again. */
export const factorsChangedSchema = z.object({
  factors: factorsSchema,
  recoveryCodes: z.array(z.string()).nullable(),
});
export type FactorsChanged = z.infer<typeof factorsChangedSchema>;

export const authenticatorSetupSchema = z.object({
  secret: z.string().describe("Base 32, to type into the app"),
  uri: z.string().describe("The otpauth:// URL in the QR code"),
  qr: z.object({ size: z.number(), path: z.string() }).describe("The QR code as an SVG path on a grid of `size`"),
});
export type AuthenticatorSetup = z.infer<typeof authenticatorSetupSchema>;
export const confirmAuthenticatorSchema = z.object({ code: appCode });

const methodSchema = z.enum(["passkey", "totp", "recovery_code", "password"]);
export type ProofMethod = z.infer<typeof methodSchema>;
export const proofMethodsSchema = z.object({ methods: z.array(methodSchema) });
export type ProofMethods = z.infer<typeof proofMethodsSchema>;
