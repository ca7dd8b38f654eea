import type { automationLog, AutomationRow } from "#src/db/tables/automation.ts";
import type { UserRow } from "#src/db/tables/users.ts";
import type { Deed, Rule } from "#src/features/automation/schema.ts";
import { viewUser } from "#src/features/people/view.ts";
import { AMOUNTS, type Automation } from "#src/shared/automation.ts";

/** An automation; off if it has no row. */
export function viewRule(kind: Automation, row: AutomationRow | undefined): Rule {
  return {
    kind,
    isOn: row?.isOn ?? false,
    amount: row?.amount ?? AMOUNTS[kind]?.usual ?? null,
    onSince: row?.isOn ? row.onSince.toISOString() : null,
  };
}

type DeedRow = {
  readonly deed: typeof automationLog.$inferSelect;
  readonly person: UserRow | null;
  readonly mail: Deed["mail"];
  readonly email: string | null;
};

/** An automation's log entry, with the person's current name. */
export function viewDeed({ deed: { id, kind, createdAt }, person, mail, email }: DeedRow): Deed {
  const name = (person && viewUser(person).name) || (email ?? "");
  return { id, kind, name, mail, createdAt: createdAt.toISOString() };
}
