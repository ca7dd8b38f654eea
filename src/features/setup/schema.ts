import type { z } from "zod";
import { MAX_NAME } from "#src/features/identity/rules.ts";
import { email, newPassword } from "#src/features/identity/schema.ts";
import { CODE_NEEDED } from "#src/features/setup/messages.ts";
import { requiredText, text } from "#src/shared/fields.ts";
import { groupSettingsSchema } from "#src/shared/group-settings.ts";

const name = text(MAX_NAME).default("");

export const setupSchema = groupSettingsSchema.pick({ groupName: true, areaName: true, timeZone: true }).extend({
  code: requiredText(100, CODE_NEEDED).describe("The code that the terminal shows at startup"),
  firstName: name,
  lastName: name,
  email,
  password: newPassword,
});
export type Setup = z.infer<typeof setupSchema>;
