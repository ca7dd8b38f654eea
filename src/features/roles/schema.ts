import { z } from "zod";
import { EMAIL_REQUIRED, ROLE_REQUIRED } from "#src/features/roles/messages.ts";
import { normalizeEmail } from "#src/shared/contact.ts";
import { requiredText } from "#src/shared/fields.ts";
import { ROLES } from "#src/shared/roles.ts";

const email = requiredText(100, EMAIL_REQUIRED).transform(normalizeEmail);

export const grantSchema = z.object({ email, role: z.enum(ROLES, { error: ROLE_REQUIRED }) });
export type Grant = z.infer<typeof grantSchema>;

export const handOverSchema = z.object({ email });

const holderSchema = z.object({
  sub: z.string(),
  email: z.string(),
  name: z.string(),
  isYou: z.boolean(),
  roles: z.array(
    z.object({
      role: z.enum(ROLES),
      grantedAt: z.iso.datetime().nullable().describe("Null for an organizer, whose start is not recorded"),
      isFixed: z.boolean().describe("From ADMIN_EMAILS, so only the server's settings can revoke it"),
    }),
  ),
});
export type Holder = z.infer<typeof holderSchema>;

export const rolesSchema = z.object({ holders: z.array(holderSchema).describe("By email, at most 500") });
export type RolesAnswer = z.infer<typeof rolesSchema>;
