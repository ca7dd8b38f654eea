import { z } from "zod";
import { lineWithoutAmount, notFilledIn } from "#src/features/settings/messages.ts";
import { wrongBudgetLine } from "#src/shared/budget.ts";
import { unknownPlaceholder } from "#src/shared/message-texts.ts";
import { groupSettingsSchema } from "#src/shared/group-settings.ts";

const { budget, welcomeText, followUpText } = groupSettingsSchema.shape;

const messageText = (words: typeof welcomeText) =>
  words.refine((value) => unknownPlaceholder(value) === undefined, {
    error: ({ input }) => notFilledIn(unknownPlaceholder(String(input)) ?? ""),
  });

/** Stricter than reading: a value accepted by an earlier release stays until it is changed. */
export const changeSettingsSchema = groupSettingsSchema
  .extend({
    budget: budget.refine((value) => wrongBudgetLine(value) === undefined, {
      error: ({ input }) => lineWithoutAmount(wrongBudgetLine(String(input)) ?? ""),
    }),
    welcomeText: messageText(welcomeText),
    followUpText: messageText(followUpText),
  })
  .partial()
  .describe("Only these settings change");
export type SettingsChange = z.infer<typeof changeSettingsSchema>;

export const settingsAnswerSchema = z.object({
  settings: groupSettingsSchema,
  start: groupSettingsSchema.describe(
    "The values without changes in the console: the server's settings or the defaults",
  ),
  onServer: z
    .array(z.object({ name: z.string(), use: z.string(), isSet: z.boolean() }))
    .describe("Settings that come from the environment. Their values are never shown"),
});
export type SettingsAnswer = z.infer<typeof settingsAnswerSchema>;

export const settingsChangedSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  settings: groupSettingsSchema,
});
export type SettingsChanged = z.infer<typeof settingsChangedSchema>;
