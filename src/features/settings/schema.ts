import { z } from "zod";
import { groupSettingsSchema } from "#src/shared/group-settings.ts";

export const changeSettingsSchema = groupSettingsSchema.partial().describe("Only these settings change");
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
