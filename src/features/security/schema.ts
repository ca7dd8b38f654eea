import { z } from "zod";
import { PASSWORD_TOO_LONG } from "#src/features/identity/messages.ts";
import { MAX_PASSWORD } from "#src/features/identity/rules.ts";
import { PROOFS, SECURITY_EVENT_KINDS } from "#src/shared/security.ts";
import { email, newPassword, code } from "#src/features/identity/schema.ts";

export const passwordChangeSchema = z.object({
  current: z
    .string()
    .max(MAX_PASSWORD, { error: PASSWORD_TOO_LONG })
    .default("")
    .describe("Empty if there is none yet"),
  password: newPassword,
});
export const emailChangeSchema = z.object({ email });
export const emailConfirmSchema = z.object({ code });

const moment = z.iso.datetime();

const deviceSchema = z.object({
  id: z.string(),
  name: z.string().describe("Such as Chrome on Android; empty if unknown"),
  network: z.string().describe("The network of its last use, never the whole address: a /24 of IPv4, a /48 of IPv6"),
  lastUsedAt: moment,
  signedInAt: moment,
  endsAt: moment.describe("The latest time at which its session expires"),
  signedInWith: z.array(z.enum(PROOFS)),
  isThisDevice: z.boolean(),
});
export type Device = z.infer<typeof deviceSchema>;
export const devicesSchema = z.object({ devices: z.array(deviceSchema) });
export type Devices = z.infer<typeof devicesSchema>;

const after = z.string().max(300).optional().describe("Continue after this page");
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
  search: z.string().trim().max(100).optional().describe("Part of the account's email"),
  kind: z.enum(SECURITY_EVENT_KINDS, { error: "The log has no such event." }).optional(),
  after,
});
export type SecurityLogQuery = z.infer<typeof securityLogQuerySchema>;
const loggedEventSchema = ownEventSchema.extend({ sub: z.string().nullable(), email: z.string() });
export type LoggedEvent = z.infer<typeof loggedEventSchema>;
export const securityLogSchema = z.object({ events: z.array(loggedEventSchema), next: z.string().nullable() });
export type SecurityLog = z.infer<typeof securityLogSchema>;
