import { changeRule } from "#src/features/automation/commands.server.ts";
import { NOT_FOUND } from "#src/features/automation/messages.ts";
import { listDeeds, listRules, previewRule } from "#src/features/automation/queries/rules.server.ts";
import {
  logSchema,
  previewQuerySchema,
  previewSchema,
  ruleChangedSchema,
  ruleChangeSchema,
  rulesSchema,
} from "#src/features/automation/schema.ts";
import { requireProvedTo } from "#src/http/admission.server.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requireTo } from "#src/policy/roles.ts";
import { AUTOMATIONS } from "#src/shared/automation.ts";
import { pageQuerySchema } from "#src/shared/fields.ts";
import { fail } from "#src/shared/result.ts";

const admit = requireTo.change_automation;

export const readRules = endpoint({
  summary: "The automations, and which are on",
  answer: rulesSchema,
  admit,
  handle: (app, admin) => listRules(app, admin),
});

export const previewRuleCall = endpoint({
  summary: "The people an automation would act on now, or would have mailed in the last 7 days",
  query: previewQuerySchema,
  answer: previewSchema,
  admit,
  handle: (app, admin, { query }) => previewRule(app, admin, query),
});

export const changeRuleCall = endpoint({
  summary: "Turn an automation on or off. Needs a fresh proof",
  body: ruleChangeSchema,
  answer: ruleChangedSchema,
  admit: requireProvedTo.change_automation,
  params: ["kind"],
  async handle(app, admin, { params, body }) {
    const kind = AUTOMATIONS.find((known) => known === params.kind);
    return kind === undefined ? fail("not_found", NOT_FOUND) : changeRule(app, admin, { ...body, kind });
  },
});

export const readDeeds = endpoint({
  summary: "The log of automations, newest first",
  query: pageQuerySchema,
  answer: logSchema,
  admit,
  handle: (app, admin, { query }) => listDeeds(app, admin, query.after),
});
