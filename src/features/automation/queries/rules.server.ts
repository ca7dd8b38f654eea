import { and, desc, eq, lt, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { automationLog, automations } from "#src/db/tables/automation.ts";
import { mailOutbox } from "#src/db/tables/mail.ts";
import { users } from "#src/db/tables/users.ts";
import { LETTERS } from "#src/features/automation/messages.ts";
import { findCertain } from "#src/features/automation/queries/certain.server.ts";
import { previewMails } from "#src/features/automation/queries/occasions.server.ts";
import { findHelpers } from "#src/features/automation/queries/waiting.server.ts";
import type { LogPage, Preview, PreviewQuery, RulesAnswer } from "#src/features/automation/schema.ts";
import { viewDeed, viewRule } from "#src/features/automation/view.ts";
import { BAD_PAGE, decodeCursor, isIdPosition, pageOf } from "#src/http/cursor.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { AMOUNTS, type Automation, AUTOMATIONS } from "#src/shared/automation.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

const A_PAGE = 20;
const MOST_NAMES = 10;

/** Every automation; those that were never turned on are off. */
export async function listRules(app: App, _admin: Admin): Promise<Result<RulesAnswer>> {
  const rows = await app.db.select().from(automations);
  return ok({
    rules: AUTOMATIONS.map((kind) =>
      viewRule(
        kind,
        rows.find((row) => row.kind === kind),
      ),
    ),
  });
}

export async function isOn(app: App, kind: Automation): Promise<boolean> {
  return (await app.db.$count(automations, and(eq(automations.kind, kind), eq(automations.isOn, true)))) > 0;
}

async function whom(app: App, kind: Automation, amount: number | null): Promise<Omit<Preview, "texts">> {
  if (kind === "approve_match") {
    const certain = await findCertain(app, amount ?? 0);
    return { count: certain.length, names: certain.slice(0, MOST_NAMES).map(({ request }) => request.nickname) };
  }
  if (kind === "digest") {
    const helpers = await findHelpers(app);
    return { count: helpers.length, names: helpers.slice(0, MOST_NAMES).map(({ email }) => email) };
  }
  return previewMails(app, { kind, amount });
}

/** The people an automation would act on now, or would have mailed in the last 7 days, and the mail's text. */
export async function previewRule(app: App, _admin: Admin, { kind, amount }: PreviewQuery): Promise<Result<Preview>> {
  const { name: groupName } = app.config.group;
  const letter =
    kind === "approve_match" || kind === "digest" ? null : LETTERS[kind]({ groupName, firstName: "", key: "" });
  const found = await whom(app, kind, amount ?? AMOUNTS[kind]?.usual ?? null);
  return ok({ ...found, texts: letter ? [letter.subject, ...letter.texts] : [] });
}

/** The log of automations, newest first. */
export async function listDeeds(app: App, _admin: Admin, after: string | undefined): Promise<Result<LogPage>> {
  const key = after === undefined ? undefined : decodeCursor(after, isIdPosition);
  if (key === null) return fail("bad_request", BAD_PAGE);
  const rows = await app.db
    .select({ deed: automationLog, person: users, mail: mailOutbox.status, email: mailOutbox.email })
    .from(automationLog)
    .leftJoin(users, eq(users.userId, automationLog.userId))
    .leftJoin(
      mailOutbox,
      eq(mailOutbox.key, sql`'automation_' || ${automationLog.kind} || ':' || ${automationLog.key}`),
    )
    .where(key && lt(automationLog.id, key[0]))
    .orderBy(desc(automationLog.id))
    .limit(A_PAGE + 1);
  const { shown, next } = pageOf(rows, A_PAGE, (last) => [last.deed.id]);
  return ok({ deeds: shown.map(viewDeed), next });
}
