import { eq, sql } from "drizzle-orm";
import { writeAudit } from "#src/audit/audit-log.server.ts";
import type { App } from "#src/context/app.ts";
import { logChange } from "#src/db/change-log.server.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { groupSettings } from "#src/db/tables/group-settings.ts";
import { makeGroupChats } from "#src/features/chats/commands.server.ts";
import { takeLogo, takeUpload } from "#src/features/events/uploads/commands/upload.server.ts";
import { CHANGED_AGAIN, LOGO_GONE, NOTHING_CHANGED, SETTINGS_SAVED } from "#src/features/settings/messages.ts";
import { loadSettings, readSet } from "#src/features/settings/queries.server.ts";
import type { SettingsChange, SettingsChanged } from "#src/features/settings/schema.ts";
import type { Proved } from "#src/policy/proof.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { readChatGroups } from "#src/shared/chat-groups.ts";
import { type GroupSettings, SETTING_NAMES, type SettingName } from "#src/shared/group-settings.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

type Values = Partial<Record<SettingName, unknown>>;

/** An audit log entry's undo data; null means no row. */
type KeptForUndo = { readonly before: Values; readonly after: Values };

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const pick = (from: Values, names: readonly SettingName[], otherwise?: null): Values =>
  Object.fromEntries(names.map((name) => [name, from[name] ?? otherwise]));

/** Serializes changes, so that the log shows what each one really changed. */
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

/** Writes the settings that differ. Returns their names. */
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
  // A value equal to the server's default needs no row, and follows the default from then on.
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

/** Changes the group's settings, on all pages and in all processes. */
export async function changeSettings(
  app: App,
  admin: Proved<Admin>,
  change: SettingsChange,
): Promise<Result<SettingsChanged>> {
  const by = { start: app.settings.start, admin, now: app.clock.now() };
  const known = app.config.group.chatGroups;
  const { logo } = change;
  const newLogo = logo === app.settings.now.logo ? undefined : logo;
  const names = await app.db.transaction(async (tx): Promise<Result<readonly SettingName[]>> => {
    const taken = newLogo ? await takeLogo(tx, newLogo, { userId: admin.userId ?? "", now: by.now }) : ok(undefined);
    if (!taken.ok) return taken;
    const changed = await setSettings(tx, by, change);
    const groups = readChatGroups(change.chatGroups ?? "").filter((group) => !known.includes(group));
    if (app.chatProvider.name === "local") await makeGroupChats(tx, groups, by.now);
    return ok(changed);
  });
  if (!names.ok) return names;
  // Applies to this process at once; the others read the change log.
  await loadSettings(app);
  return ok({
    success: true,
    message: names.value.length === 0 ? NOTHING_CHANGED : SETTINGS_SAVED,
    settings: app.settings.now,
  });
}

/** Undoes an entry, except settings that changed again since; fails if that is all of them. */
export async function takeBackSettings(tx: Transaction, kept: unknown, now: Date): Promise<Result<void>> {
  const { before, after } = kept as KeptForUndo;
  await lockSettings(tx);
  const set: Values = await readSet(tx);
  const names = SETTING_NAMES.filter((name) => name in before && isSame(set[name] ?? null, after[name] ?? null));
  if (names.length === 0) return fail("conflict", CHANGED_AGAIN);
  const logo = names.includes("logo") ? before.logo : null;
  if (typeof logo === "string" && !(await takeUpload(tx, logo, now)).ok) return fail("conflict", LOGO_GONE);
  await write(tx, pick(before, names, null), now);
  return ok(undefined);
}
