import { z } from "zod";
import { LIMIT_REASON_REQUIRED, MUTE_DAYS_ARE } from "#src/features/chats/messages.ts";
import { MUTE_DAYS } from "#src/features/chats/rules.ts";
import { requiredText } from "#src/shared/fields.ts";

const reason = requiredText(500, LIMIT_REASON_REQUIRED).describe(
  "Visible to organizers, and to the person in their data export",
);

export const whySchema = z.object({ reason });
export const muteSchema = z.object({
  reason,
  days: z.literal([...MUTE_DAYS], { error: MUTE_DAYS_ARE }).describe("Duration in days from now"),
});
export type Mute = z.infer<typeof muteSchema>;

/** A person's current limits in chats. */
export const chatLimitsSchema = z.object({
  mute: z.object({ reason: z.string(), until: z.iso.datetime() }).nullable(),
  removedFrom: z.array(z.object({ chatId: z.string(), chat: z.string(), reason: z.string() })),
});
export type ChatLimits = z.infer<typeof chatLimitsSchema>;

export const moderatedSchema = z.object({ success: z.literal(true), message: z.string() });
export type Moderated = z.infer<typeof moderatedSchema>;
