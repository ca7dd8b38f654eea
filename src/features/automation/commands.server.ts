import { eq } from "drizzle-orm";
import { writeAudit } from "#src/audit/audit-log.server.ts";
import type { App } from "#src/context/app.ts";
import { automations } from "#src/db/tables/automation.ts";
import { amountFault, changedWords, TITLES } from "#src/features/automation/messages.ts";
import type { RuleChange, RuleChanged } from "#src/features/automation/schema.ts";
import { viewRule } from "#src/features/automation/view.ts";
import type { Proved } from "#src/policy/proof.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { AMOUNTS, type Automation } from "#src/shared/automation.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

function fits(kind: Automation, amount: number | undefined): boolean {
  const bounds = AMOUNTS[kind];
  return amount === undefined || (bounds !== undefined && amount >= bounds.least && amount <= bounds.most);
}

/** Turns an automation on or off, or changes its number. Safe to repeat. */
export async function changeRule(
  app: App,
  admin: Proved<Admin>,
  { kind, isOn, amount }: RuleChange & { kind: Automation },
): Promise<Result<RuleChanged>> {
  if (!fits(kind, amount)) return fail("invalid", amountFault(kind), { fields: { amount: amountFault(kind) } });
  const now = app.clock.now();
  return app.db.transaction(async (tx) => {
    const usual = AMOUNTS[kind]?.usual ?? null;
    await tx.insert(automations).values({ kind, isOn: false, amount: usual, onSince: now }).onConflictDoNothing();
    const [row] = await tx.select().from(automations).where(eq(automations.kind, kind)).for("update");
    const before = viewRule(kind, row);
    const onSince = row?.isOn ? row.onSince : now;
    const next = { kind, isOn, amount: amount ?? before.amount, onSince, ranOn: row?.ranOn ?? null };
    await tx.update(automations).set(next).where(eq(automations.kind, kind));
    const after = viewRule(kind, next);
    if (before.isOn !== after.isOn || before.amount !== after.amount) {
      const facts = ({ isOn: on, amount: number }: typeof after) => ({
        automation: TITLES[kind],
        isOn: on,
        ...(number !== null && { number }),
      });
      const change = { before: facts(before), after: facts(after) };
      await writeAudit(tx, admin, { action: "automation_changed", subjectIds: [kind], ...change }, now);
    }
    return ok({ success: true, message: changedWords(kind, isOn), rule: after });
  });
}
