import { z } from "zod";
import {
  CODE_REQUIRED,
  CREDENTIALS_REQUIRED,
  EMAIL_INVALID,
  LINK_OVER,
  OPENID_INVALID,
  PASSWORD_TOO_LONG,
  VERIFICATION_FAILED,
  WEAK_PASSWORD,
} from "#src/features/identity/messages.ts";
import {
  codeDigits,
  isCode,
  isStrongPassword,
  MAX_EMAIL,
  MAX_NAME,
  MAX_PASSWORD,
} from "#src/features/identity/rules.ts";
import { isEmailAddress, normalizeEmail } from "#src/shared/contact.ts";
import { agreedTerms, isCleanText, requiredText, text } from "#src/shared/fields.ts";
import { PROOFS, SECURITY_EVENT_KINDS } from "#src/shared/security.ts";

const email = requiredText(MAX_EMAIL, CREDENTIALS_REQUIRED)
  .refine(isEmailAddress, { error: EMAIL_INVALID })
  .transform(normalizeEmail);

// Not trimmed: a space may be part of it.
const givenPassword = z
  .string({ error: CREDENTIALS_REQUIRED })
  .min(1, { error: CREDENTIALS_REQUIRED })
  .max(MAX_PASSWORD, { error: PASSWORD_TOO_LONG })
  .refine(isCleanText, { error: "This contains a character that cannot be kept." });

const newPassword = givenPassword.refine(isStrongPassword, { error: WEAK_PASSWORD });

const code = requiredText(20, CODE_REQUIRED).transform(codeDigits).refine(isCode, { error: VERIFICATION_FAILED });

const signUpId = z.uuid({ error: VERIFICATION_FAILED }).optional().describe("What sign-up answered, where it is known");

export const signInSchema = z.object({ email, password: givenPassword });
const name = text(MAX_NAME).optional().describe("For the person of this account, if they have no name yet");
export const signUpSchema = z.object({ email, password: newPassword, firstName: name, lastName: name, agreedTerms });
// A sign-up is meant by its id, by the cookie of the browser that began it, or by its password.
const signUpPassword = givenPassword.optional().describe("Of the sign-up, where its id is not known");
export const confirmSchema = z.object({ email, code, signUpId, password: signUpPassword });
export const resendSchema = z.object({ email, signUpId, password: signUpPassword });
export const forgotSchema = z.object({ email });
export const resetSchema = z.object({ email, code, password: newPassword });
export const linkSchema = z.object({ email });
export const linkAnswerSchema = z.object({
  success: z.literal(true),
  number: z.string().describe("Shown here; it opens the link in another browser"),
});
export const linkSignInSchema = z.object({
  token: requiredText(100, LINK_OVER),
  number: text(20).transform(codeDigits).optional().describe("In another browser than the one that asked"),
});
export const openIdUrlSchema = z.object({ url: z.url().describe("Where to send the browser") });
export const openIdReturnSchema = z.object({
  query: requiredText(8000, OPENID_INVALID).describe("The query that the browser came back with"),
});
export const passwordChangeSchema = z.object({
  current: z
    .string()
    .max(MAX_PASSWORD, { error: PASSWORD_TOO_LONG })
    .default("")
    .describe("Empty where there is none yet"),
  password: newPassword,
});
export const emailChangeSchema = z.object({ email });
export const emailConfirmSchema = z.object({ code });
export const signInSettingsSchema = z.object({
  email: z.string(),
  newEmail: z.string().nullable().describe("Waits for its code"),
  isOwn: z.boolean().describe("Email and password can be changed here"),
  hasPassword: z.boolean(),
  provider: z
    .object({ name: z.string(), isConnected: z.boolean() })
    .nullable()
    .describe("The OpenID Connect provider, where one is set"),
});
export type SignInSettings = z.infer<typeof signInSettingsSchema>;
export const signOutSchema = z.object({
  everywhere: z.boolean().default(false).describe("Every session of the account, not only this one"),
});

export const tokensSchema = z.object({
  idToken: z.string(),
  expiresAt: z.iso.datetime().describe("When the id token runs out"),
});
export type SessionTokens = z.infer<typeof tokensSchema>;
export const doneSchema = z.object({ success: z.literal(true) });
export const signUpAnswerSchema = z.object({ success: z.literal(true), signUpId: z.string() });

const moment = z.iso.datetime();

const deviceSchema = z.object({
  id: z.string(),
  name: z.string().describe("Such as Chrome on Android; empty when the browser does not say"),
  network: z.string().describe("Of its last use, never the whole address: a /24 of IPv4, a /48 of IPv6"),
  lastUsedAt: moment,
  signedInAt: moment,
  endsAt: moment.describe("When it is signed out at the latest"),
  signedInWith: z.array(z.enum(PROOFS)),
  isThisDevice: z.boolean(),
});
export type Device = z.infer<typeof deviceSchema>;
export const devicesSchema = z.object({ devices: z.array(deviceSchema) });
export type Devices = z.infer<typeof devicesSchema>;

const after = z.string().max(300).optional().describe("Goes on after that page");
export const ownEventsQuerySchema = z.object({ after });
export type OwnEventsQuery = z.infer<typeof ownEventsQuerySchema>;
const ownEventSchema = z.object({
  id: z.string(),
  kind: z.enum(SECURITY_EVENT_KINDS),
  device: z.string(),
  network: z.string(),
  detail: z.string(),
  at: moment,
});
export type OwnEvent = z.infer<typeof ownEventSchema>;
export const ownEventsSchema = z.object({ events: z.array(ownEventSchema), next: z.string().nullable() });
export type OwnEvents = z.infer<typeof ownEventsSchema>;

export const securityLogQuerySchema = z.object({
  search: z.string().trim().max(100).optional().describe("Part of the email of the account"),
  kind: z.enum(SECURITY_EVENT_KINDS, { error: "The log has no such event." }).optional(),
  after,
});
export type SecurityLogQuery = z.infer<typeof securityLogQuerySchema>;
const loggedEventSchema = ownEventSchema.extend({ sub: z.string().nullable(), email: z.string() });
export type LoggedEvent = z.infer<typeof loggedEventSchema>;
export const securityLogSchema = z.object({ events: z.array(loggedEventSchema), next: z.string().nullable() });
export type SecurityLog = z.infer<typeof securityLogSchema>;

/** Who is signed in, as GraphQL tells it. */
export type Me = {
  /** Of the person; of the account while there is no person. */
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly approved: boolean;
  /** YYYY-MM-DD; empty when the person is not known. */
  readonly joinDate: string;
};
