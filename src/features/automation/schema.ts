import { z } from "zod";
import { AMOUNT_REQUIRED, SAY_ON_OR_OFF } from "#src/features/automation/messages.ts";
import { AUTOMATIONS } from "#src/shared/automation.ts";
import { requiredText } from "#src/shared/fields.ts";
import { MAIL_STATUSES } from "#src/shared/states.ts";

const amount = z.coerce.number({ error: AMOUNT_REQUIRED }).int(AMOUNT_REQUIRED);

const ruleSchema = z.object({
  kind: z.enum(AUTOMATIONS),
  isOn: z.boolean(),
  amount: z.number().int().nullable().describe("Percent, weeks or days, by kind"),
  onSince: z.string().nullable(),
});
export type Rule = z.infer<typeof ruleSchema>;

export const rulesSchema = z.object({ rules: z.array(ruleSchema) });
export type RulesAnswer = z.infer<typeof rulesSchema>;

export const ruleChangeSchema = z.object({
  isOn: z.boolean({ error: SAY_ON_OR_OFF }),
  amount: amount.optional().describe("Omitted: the current value, or the default"),
});
export type RuleChange = z.infer<typeof ruleChangeSchema>;
export const ruleChangedSchema = z.object({ success: z.literal(true), message: z.string(), rule: ruleSchema });
export type RuleChanged = z.infer<typeof ruleChangedSchema>;

export const previewQuerySchema = z.object({
  kind: requiredText(40, "Choose an automation.").pipe(z.enum(AUTOMATIONS, { error: "Choose an automation." })),
  amount: amount.optional(),
});
export type PreviewQuery = z.infer<typeof previewQuerySchema>;

export const previewSchema = z.object({
  count: z.number().int().describe("The people it would have mailed in the last 7 days, or would act on now"),
  names: z.array(z.string()).describe("The first of these people"),
  texts: z.array(z.string()).describe("The text of the mail"),
});
export type Preview = z.infer<typeof previewSchema>;

const deedSchema = z.object({
  id: z.string(),
  kind: z.enum(AUTOMATIONS),
  name: z.string(),
  /** The mail's status; null for an approval, and once the outbox has deleted the mail. */
  mail: z.enum(MAIL_STATUSES).nullable(),
  createdAt: z.string(),
});
export type Deed = z.infer<typeof deedSchema>;

export const logSchema = z.object({ deeds: z.array(deedSchema), next: z.string().nullable() });
export type LogPage = z.infer<typeof logSchema>;
