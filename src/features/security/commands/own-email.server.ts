import { randomInt } from "node:crypto";
import { and, eq, gt, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { lockContacts } from "#src/db/lock-keys.server.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { emailChanges } from "#src/db/tables/sign-in-links.ts";
import { users } from "#src/db/tables/users.ts";
import { hasGivenFactor, lockAccount } from "#src/features/factors/queries.server.ts";
import { recordSecurityEvent, securityNotice } from "#src/features/identity/commands/security-events.server.ts";
import { hashOf } from "#src/features/identity/commands/session-tokens.server.ts";
import { endEverything } from "#src/features/identity/commands/sessions.server.ts";
import { EMAIL_ELSEWHERE, EMAIL_SAME } from "#src/features/security/messages.ts";
import { VERIFICATION_FAILED } from "#src/features/identity/messages.ts";
import { securityMails } from "#src/features/security/mails.server.ts";
import type { Client } from "#src/http/client.server.ts";
import { countUse } from "#src/http/rate-limit.server.ts";
import { endOldPlaceLinks, followAccount, followAddresses } from "#src/mail/followed-address.server.ts";
import { enqueueMails } from "#src/mail/outbox.server.ts";
import { joinMailPreferences } from "#src/mail/preferences.server.ts";
import { inboxOf } from "#src/mail/strangers.server.ts";
import { PROOF_REQUIRED } from "#src/policy/proof.ts";
import type { SignedIn } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

// Per account, and per recipient inbox, which may be a stranger's.
const CHANGES = { name: "email-changes", max: 5, windowSeconds: 3600 };
const MAILS = { name: "email-change-mails", max: 3, windowSeconds: 3600 };

const CODE_LIFE_MS = 10 * 60_000;
const MAX_WRONG_TRIES = 5;

/** Mails a code to the new address. Nothing changes until it is entered; a taken address gets the same response. */
export async function beginEmailChange(
  app: App,
  { sub, email: present }: SignedIn,
  email: string,
): Promise<Result<void>> {
  if (!app.identity.own) return fail("not_found", EMAIL_ELSEWHERE);
  if (email === present) return fail("invalid", EMAIL_SAME, { fields: { email: EMAIL_SAME } });
  for (const [limit, who] of [
    [CHANGES, sub],
    [MAILS, await inboxOf(app.db, email)],
  ] as const) {
    const allowed = await countUse(app, limit, who);
    if (!allowed.ok) return allowed;
  }
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const id = crypto.randomUUID();
  const now = app.clock.now();
  await app.db.transaction(async (tx) => {
    const change = {
      email,
      codeHash: hashOf(`${sub} ${code}`),
      wrongTries: 0,
      expiresAt: new Date(now.getTime() + CODE_LIFE_MS),
    };
    await tx
      .insert(emailChanges)
      .values({ sub, ...change })
      .onConflictDoUpdate({ target: emailChanges.sub, set: change });
    const mail = (await isTaken(tx, email))
      ? securityMails.email_change_taken.owed(id, email, {})
      : securityMails.email_change_code.owed(id, email, { code });
    await enqueueMails(tx, [mail], now);
  });
  return ok(undefined);
}

async function isTaken(tx: Transaction, email: string): Promise<boolean> {
  const [taken] = await tx.select({ sub: accounts.sub }).from(accounts).where(eq(accounts.email, email));
  return taken !== undefined;
}

/** Changes the email of the account and its person, with the code mailed to the new address. */
export async function confirmEmailChange(
  app: App,
  signedIn: SignedIn,
  code: string,
  client: Client,
): Promise<Result<void>> {
  const { sub } = signedIn;
  const now = app.clock.now();
  // Counts the attempt before comparing, so that parallel attempts count too.
  const [change] = await app.db
    .update(emailChanges)
    .set({ wrongTries: sql`${emailChanges.wrongTries} + 1` })
    .where(and(eq(emailChanges.sub, sub), gt(emailChanges.expiresAt, now)))
    .returning();
  const refuse = () => fail("invalid", VERIFICATION_FAILED, { fields: { code: VERIFICATION_FAILED } });
  if (!change || change.wrongTries > MAX_WRONG_TRIES || change.codeHash !== hashOf(`${sub} ${code}`)) return refuse();
  return app.db.transaction(async (tx) => {
    // A change begun before the account had a second factor cannot be completed without it.
    await lockAccount(tx, sub);
    if (!(await hasGivenFactor(tx, signedIn))) return fail("proof_required", PROOF_REQUIRED);
    const isThis = and(eq(emailChanges.sub, sub), eq(emailChanges.codeHash, change.codeHash));
    const used = await tx.delete(emailChanges).where(isThis).returning({ sub: emailChanges.sub });
    if (used.length === 0) return refuse();
    return (await moveAccount(tx, { signedIn, email: change.email, client }, now)) ? ok(undefined) : refuse();
  });
}

type Move = { readonly signedIn: SignedIn; readonly email: string; readonly client: Client };

/** False if the address has an account by now. */
async function moveAccount(tx: Transaction, { signedIn, email, client }: Move, now: Date): Promise<boolean> {
  const { sub, userId, session, email: old } = signedIn;
  await lockContacts(tx, [
    { email: old, phone: "" },
    { email, phone: "" },
  ]);
  if (await isTaken(tx, email)) return false;
  await tx.update(accounts).set({ email, emailVerified: true, updatedAt: now }).where(eq(accounts.sub, sub));
  if (userId !== null) await tx.update(users).set({ email, updatedAt: now }).where(eq(users.userId, userId));
  if (userId !== null) await followAddresses(tx, [userId]);
  if (userId !== null) await endOldPlaceLinks(tx, userId);
  await followAccount(tx, { from: old, to: email });
  await joinMailPreferences(tx, { from: old, to: email }, now);
  await endEverything(tx, sub, session?.id);
  await recordSecurityEvent(tx, { sub, kind: "email_changed", client, email: old }, now);
  const { device, network } = client;
  const notice = { kind: "email_changed", device, network, detail: "", at: now.toISOString() } as const;
  await enqueueMails(tx, [securityNotice(`${crypto.randomUUID()}:new`, email, notice)], now);
  return true;
}
