import { and, eq } from "drizzle-orm";
import { writeAudit } from "#src/audit/audit-log.server.ts";
import type { App } from "#src/context/app.ts";
import { logChange } from "#src/db/change-log.server.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { accountRoles, accounts } from "#src/db/tables/accounts.ts";
import { users } from "#src/db/tables/users.ts";
import { findBlocked } from "#src/features/blocks/queries.server.ts";
import { areLastOrganizers, lockOrganizers } from "#src/features/identity/commands/organizers.server.ts";
import { recordSecurityEvent } from "#src/features/identity/commands/security-events.server.ts";
import {
  BLOCKED,
  grantedWords,
  handedOverWords,
  LAST_ORGANIZER,
  NO_ACCOUNT,
  NOT_CONFIRMED,
  NOT_HELD,
  NOT_TO_YOURSELF,
  revokedWords,
  SET_ON_SERVER,
} from "#src/features/roles/messages.ts";
import type { Grant } from "#src/features/roles/schema.ts";
import type { Proved } from "#src/policy/proof.ts";
import { ADMINS, type Admin } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";
import { type GrantedRole, type Role, ROLE_WORDS } from "#src/shared/roles.ts";

type Changed = { success: true; message: string };
type Change = { readonly sub: string; readonly userId: string | null; readonly role: Role; readonly isIn: boolean };
type AccountRow = typeof accounts.$inferSelect;
type Seat = { readonly account: AccountRow; readonly isIn: boolean };

const done = (message: string) => ok({ success: true as const, message });

/** Writes the change to both logs, mails the owner and notifies their open pages, in the change's transaction. */
async function note(tx: Transaction, admin: Admin, { sub, userId, role, isIn }: Change, now: Date): Promise<void> {
  const action = isIn ? "role_granted" : "role_revoked";
  const [before, after] = isIn ? [undefined, { role }] : [{ role }, undefined];
  await writeAudit(tx, admin, { action, subjectIds: [userId ?? sub], before, after }, now);
  const detail = isIn ? `added to ${ROLE_WORDS[role]}` : `removed from ${ROLE_WORDS[role]}`;
  await recordSecurityEvent(tx, { sub, kind: "role_changed", detail }, now);
  await logChange(tx, "account_changed", sub);
}

/**
 * Organizers are the user pool's group Admins, so that external pools know them too. Call under {@link lockOrganizers}.
 */
async function setOrganizer(app: App, tx: Transaction, admin: Admin, { account, isIn }: Seat): Promise<Result<void>> {
  const { sub, userId, email } = account;
  if (account.groups.includes(ADMINS) === isIn) return ok(undefined);
  const onChange = () => note(tx, admin, { sub, userId, role: "organizer", isIn }, app.clock.now());
  // Uses this transaction: another would need a second connection while others hold theirs waiting for the lock.
  const changed = await app.identity.setGroup(email, ADMINS, isIn, onChange, tx);
  return changed.ok ? ok(undefined) : fail("not_found", NO_ACCOUNT);
}

async function grantRow(tx: Transaction, admin: Admin, { sub, userId }: AccountRow, role: GrantedRole, now: Date) {
  const rows = await tx.insert(accountRoles).values({ sub, role, grantedAt: now }).onConflictDoNothing().returning();
  if (rows.length > 0) await note(tx, admin, { sub, userId, role, isIn: true }, now);
}

/** Finds the account to give a role to. */
async function readConfirmed(app: App, tx: Transaction, email: string): Promise<Result<AccountRow>> {
  const [account] = await tx.select().from(accounts).where(eq(accounts.email, email));
  if (!account) return fail("not_found", NO_ACCOUNT);
  if (!account.emailVerified) return fail("conflict", NOT_CONFIRMED);
  if (account.userId === null) return ok(account);
  // Prevents a concurrent block until the role is granted.
  await tx.select({ userId: users.userId }).from(users).where(eq(users.userId, account.userId)).for("update");
  const blocked = await findBlocked(tx, [account.userId], app.clock.now());
  return blocked.size > 0 ? fail("conflict", BLOCKED) : ok(account);
}

/** Grants an account a role. Idempotent. */
export async function grantRole(app: App, admin: Proved<Admin>, { email, role }: Grant): Promise<Result<Changed>> {
  return app.db.transaction(async (tx) => {
    if (role === "organizer") await lockOrganizers(tx);
    const account = await readConfirmed(app, tx, email);
    if (!account.ok) return account;
    if (role === "organizer") {
      const granted = await setOrganizer(app, tx, admin, { account: account.value, isIn: true });
      if (!granted.ok) return granted;
    } else await grantRow(tx, admin, account.value, role, app.clock.now());
    return done(grantedWords(email, role));
  });
}

/** Finds an organizer's account whose role can be ended here. */
async function readOrganizer(app: App, tx: Transaction, sub: string): Promise<Result<AccountRow>> {
  const [account] = await tx.select().from(accounts).where(eq(accounts.sub, sub));
  if (!account) return fail("not_found", NOT_HELD);
  if (app.config.adminEmails.includes(account.email)) return fail("conflict", SET_ON_SERVER);
  return account.groups.includes(ADMINS) ? ok(account) : fail("not_found", NOT_HELD);
}

/** Removes the organizer role from an account, unless it is the last one. */
async function endOrganizer(app: App, admin: Admin, sub: string): Promise<Result<void>> {
  return app.db.transaction(async (tx) => {
    await lockOrganizers(tx);
    const account = await readOrganizer(app, tx, sub);
    if (!account.ok) return account;
    if (await areLastOrganizers(app, tx, [sub])) return fail("conflict", LAST_ORGANIZER);
    return setOrganizer(app, tx, admin, { account: account.value, isIn: false });
  });
}

async function endRow(app: App, admin: Admin, sub: string, role: GrantedRole): Promise<Result<void>> {
  const now = app.clock.now();
  return app.db.transaction(async (tx) => {
    const rows = await tx
      .delete(accountRoles)
      .where(and(eq(accountRoles.sub, sub), eq(accountRoles.role, role)))
      .returning();
    if (rows.length === 0) return fail("not_found", NOT_HELD);
    const [account] = await tx.select({ userId: accounts.userId }).from(accounts).where(eq(accounts.sub, sub));
    await note(tx, admin, { sub, userId: account?.userId ?? null, role, isIn: false }, now);
    return ok(undefined);
  });
}

/** Revokes an account's role, unless it is the last organizer. */
export async function revokeRole(
  app: App,
  admin: Proved<Admin>,
  { sub, role }: { sub: string; role: Role },
): Promise<Result<Changed>> {
  const [account] = await app.db.select({ email: accounts.email }).from(accounts).where(eq(accounts.sub, sub));
  if (!account) return fail("not_found", NOT_HELD);
  const ended = role === "organizer" ? await endOrganizer(app, admin, sub) : await endRow(app, admin, sub, role);
  return ended.ok ? done(revokedWords(account.email, role)) : ended;
}

/** Makes another account an organizer in place of the caller. */
export async function handOver(app: App, admin: Proved<Admin>, email: string): Promise<Result<Changed>> {
  if (email === admin.email) return fail("conflict", NOT_TO_YOURSELF);
  const handed = await app.db.transaction(async (tx) => {
    await lockOrganizers(tx);
    // Checked before granting: of two concurrent calls, the second finds the role gone.
    const own = await readOrganizer(app, tx, admin.sub);
    if (!own.ok) return own;
    const successor = await readConfirmed(app, tx, email);
    if (!successor.ok) return successor;
    const granted = await setOrganizer(app, tx, admin, { account: successor.value, isIn: true });
    if (!granted.ok) return granted;
    // In an external pool the grant persists even if ending the caller's own role fails, so it is committed with its
    // log entries.
    const [end] = await Promise.allSettled([
      tx.transaction((inner) => setOrganizer(app, inner, admin, { account: own.value, isIn: false })),
    ]);
    return ok(end);
  });
  if (!handed.ok) return handed;
  const end = handed.value;
  if (end.status === "rejected") throw end.reason;
  return end.value.ok ? done(handedOverWords(email)) : end.value;
}
