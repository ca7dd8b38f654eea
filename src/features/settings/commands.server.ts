import { eq, sql } from "drizzle-orm";
import { writeAudit } from "#src/audit/audit-log.server.ts";
import type { App } from "#src/context/app.ts";
import { logChange } from "#src/db/change-log.server.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { groupSettings } from "#src/db/tables/group-settings.ts";
import { CHANGED_AGAIN, NOTHING_CHANGED, SETTINGS_SAVED } from "#src/features/settings/messages.ts";
import { loadSettings, readSet } from "#src/features/settings/queries.server.ts";
import type { SettingsChange, SettingsChanged } from "#src/features/settings/schema.ts";
import type { Proved } from "#src/policy/proof.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { type GroupSettings, SETTING_NAMES, type SettingName } from "#src/shared/group-settings.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

type Values = Partial<Record<SettingName, unknown>>;

/** What an entry of the audit log keeps, so that it can be undone: null stands for what no row says. */
type KeptForUndo = { readonly before: Values; readonly after: Values };

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const pick = (from: Values, names: readonly SettingName[], otherwise?: null): Values =>
  Object.fromEntries(names.map((name) => [name, from[name] ?? otherwise]));

/** Changes of settings take turns, so that the log says what each really changed. */
async function lockSettings(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('group settings', 0))`);
}

async function write(tx: Transaction, values: Values, now: Date): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    if (value === null) await tx.delete(groupSettings).where(eq(groupSettings.name, name));
    else {
      const row = { value, changedAt: now };
      await tx
        .insert(groupSettings)
        .values({ name, ...row })
        .onConflictDoUpdate({ target: groupSettings.name, set: row });
    }
  }
  await logChange(tx, "settings_changed", "");
}

/** Changes what differs. Returns the names of what was changed. */
export async function setSettings(
  tx: Transaction,
  { start, admin, now }: { readonly start: GroupSettings; readonly admin: Admin; readonly now: Date },
  change: SettingsChange,
): Promise<readonly SettingName[]> {
  await lockSettings(tx);
  const set: Values = await readSet(tx);
  const old: Values = { ...start, ...set };
  const wanted: Values = change;
  const names = SETTING_NAMES.filter((name) => wanted[name] !== undefined && !isSame(wanted[name], old[name]));
  if (names.length === 0) return names;
  const after = pick(wanted, names);
  // A value that the server says too needs no row, and follows the server from then on.
  const rows: Values = Object.fromEntries(
    names.map((name) => [name, isSame(after[name], start[name]) ? null : after[name]]),
  );
  await write(tx, rows, now);
  const undo: KeptForUndo = { before: pick(set, names, null), after: rows };
  await writeAudit(
    tx,
    admin,
    { action: "settings_changed", subjectIds: [], before: pick(old, names), after, undo },
    now,
  );
  return names;
}

/** Changes settings of the group, on all pages and in all processes. */
export async function changeSettings(
  app: App,
  admin: Proved<Admin>,
  change: SettingsChange,
): Promise<Result<SettingsChanged>> {
  const by = { start: app.settings.start, admin, now: app.clock.now() };
  const names = await app.db.transaction((tx) => setSettings(tx, by, change));
  // The answer counts for what this process says next; the others read the log of changes.
  await loadSettings(app);
  return ok({
    success: true,
    message: names.length === 0 ? NOTHING_CHANGED : SETTINGS_SAVED,
    settings: app.settings.now,
  });
}

/** Takes back what an entry changed, except what was changed again since; refused where that is all of it. */
export async function takeBackSettings(tx: Transaction, kept: unknown, now: Date): Promise<Result<void>> {
  const { before, after } = kept as KeptForUndo;
  await lockSettings(tx);
  const set: Values = await readSet(tx);
  const names = SETTING_NAMES.filter((name) => name in before && isSame(set[name] ?? null, after[name] ?? null));
  if (names.length === 0) return fail("conflict", CHANGED_AGAIN);
  await write(tx, pick(before, names, null), now);
  return ok(undefined);
}
