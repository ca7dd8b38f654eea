import { changeSettings } from "#src/features/settings/commands.server.ts";
import { SETTINGS_INVALID } from "#src/features/settings/messages.ts";
import { getSettings } from "#src/features/settings/queries.server.ts";
import { changeSettingsSchema, settingsAnswerSchema, settingsChangedSchema } from "#src/features/settings/schema.ts";
import { requireProvedTo } from "#src/http/admission.server.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requireTo } from "#src/policy/roles.ts";

export const readSettings = endpoint({
  summary: "The settings of the group",
  answer: settingsAnswerSchema,
  admit: requireTo.change_settings,
  handle: (app, admin) => getSettings(app, admin),
});

export const changeSettingsCall = endpoint({
  summary: "Change settings of the group, on all pages at once. Needs a fresh proof",
  body: changeSettingsSchema,
  answer: settingsChangedSchema,
  invalidMessage: SETTINGS_INVALID,
  admit: requireProvedTo.change_settings,
  handle: (app, admin, { body }) => changeSettings(app, admin, body),
});
