import { and, arrayOverlaps, eq, isNotNull, ne, not, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { sessions } from "#src/db/tables/accounts.ts";
import { passkeys, recoveryCodes, totpSecrets } from "#src/db/tables/factors.ts";
import { recordSecurityEvent } from "#src/features/identity/commands/security-events.server.ts";
import { firstRecoveryCodes } from "#src/features/factors/commands/recovery-codes.server.ts";
import { readFactors } from "#src/features/factors/queries.server.ts";
import type { Factors, FactorsChanged } from "#src/features/factors/schema.ts";
import type { Client } from "#src/http/client.server.ts";
import type { SignedIn } from "#src/policy/viewer.ts";
import { SECOND_FACTORS } from "#src/shared/security.ts";

/** An added or removed factor. `detail` is shown to its owner in the log and in the mail. */
export type FactorChange = {
  readonly proof: "passkey" | "totp";
  readonly detail: string;
  readonly client: Client;
};

/** Records that the passkey or app was just used in this session. The session's other proofs keep their age. */
async function noteInSession(tx: Transaction, { session }: SignedIn, proof: FactorChange["proof"]): Promise<void> {
  if (!session) return;
  const provedWith = sql`array_append(array_remove(${sessions.provedWith}, ${proof}), ${proof})`;
  await tx.update(sessions).set({ provedWith }).where(eq(sessions.id, session.id));
}

/**
 * A proof without a second factor no longer counts once the account has one: a thief of the password could otherwise
 * remove the factor, or finish one of their own.
 */
async function ageWeakProofs(tx: Transaction, { sub, session }: SignedIn): Promise<void> {
  const isWeak = not(arrayOverlaps(sessions.provedWith, [...SECOND_FACTORS]));
  const isOther = ne(sessions.id, session?.id ?? "");
  await tx
    .update(sessions)
    .set({ provedAt: new Date(0) })
    .where(and(eq(sessions.sub, sub), isOther, isWeak));
}

/** Effects of a new factor: audit entry, mail, and the first recovery codes. */
export async function afterAdding(
  app: App,
  tx: Transaction,
  account: SignedIn,
  { proof, detail, client }: FactorChange,
): Promise<FactorsChanged> {
  const { sub } = account;
  const now = app.clock.now();
  await noteInSession(tx, account, proof);
  await ageWeakProofs(tx, account);
  await recordSecurityEvent(tx, { sub, kind: "factor_added", client, detail }, now);
  const codes = await firstRecoveryCodes(tx, sub, now);
  return { factors: await readFactors(app, sub, tx), recoveryCodes: codes };
}

/** Deletes recovery codes and the sessions' second-factor proofs once the last factor is removed. */
async function forgetSecondStep(tx: Transaction, sub: string): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.sub, sub));
  const provedWith = sql`array_remove(array_remove(array_remove(${sessions.provedWith}, 'passkey'), 'totp'), 'recovery_code')`;
  await tx.update(sessions).set({ provedWith }).where(eq(sessions.sub, sub));
}

/** Effects of a removed factor: audit entry, mail, and cleanup of what depended on the last one. */
export async function afterRemoving(
  app: App,
  tx: Transaction,
  { sub }: Pick<SignedIn, "sub">,
  { detail, client }: { detail: string; client: Pick<Client, "device" | "network"> },
): Promise<Factors> {
  const left =
    (await tx.$count(passkeys, eq(passkeys.sub, sub))) +
    (await tx.$count(totpSecrets, and(eq(totpSecrets.sub, sub), isNotNull(totpSecrets.confirmedAt))));
  if (left === 0) await forgetSecondStep(tx, sub);
  await recordSecurityEvent(tx, { sub, kind: "factor_removed", client, detail }, app.clock.now());
  return readFactors(app, sub, tx);
}
