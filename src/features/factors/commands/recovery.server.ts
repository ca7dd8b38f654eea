import { eq } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { passkeys, totpSecrets } from "#src/db/tables/factors.ts";
import { endEverything } from "#src/features/identity/commands/sessions.server.ts";
import { recordSecurityEvent } from "#src/features/identity/commands/security-events.server.ts";
import { afterRemoving } from "#src/features/factors/commands/factor-changes.server.ts";
import { replaceRecoveryCodes } from "#src/features/factors/commands/recovery-codes.server.ts";
import { FACTOR_NEEDED_FIRST } from "#src/features/factors/messages.ts";
import { lockAccount, readFactors, secondFactorMethods } from "#src/features/factors/queries.server.ts";
import type { FactorsChanged } from "#src/features/factors/schema.ts";
import type { Client } from "#src/http/client.server.ts";
import type { Proved } from "#src/policy/proof.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** The origin recorded for commands run in the terminal. */
const TERMINAL = { device: "Terminal", network: "" };

/** Creates new recovery codes and invalidates the old ones. */
export async function makeRecoveryCodes(app: App, { sub }: Proved, client: Client): Promise<Result<FactorsChanged>> {
  const now = app.clock.now();
  return app.db.transaction(async (tx): Promise<Result<FactorsChanged>> => {
    // Serialized: of two tabs, the later one's codes are valid.
    await lockAccount(tx, sub);
    if ((await secondFactorMethods(tx, sub)).length === 0) return fail("conflict", FACTOR_NEEDED_FIRST);
    const recoveryCodes = await replaceRecoveryCodes(tx, sub, now);
    await recordSecurityEvent(tx, { sub, kind: "factor_added", client, detail: "New recovery codes" }, now);
    return ok({ factors: await readFactors(app, sub, tx), recoveryCodes });
  });
}

/**
 * Removes every second factor of an account whose owner lost them all, from the terminal. Ends its sessions, so that
 * lost devices are signed out. False if there is no such account.
 */
export async function resetFactors(app: App, email: string): Promise<boolean> {
  return app.db.transaction(async (tx) => {
    const [account] = await tx
      .select({ sub: accounts.sub })
      .from(accounts)
      .where(eq(accounts.email, email))
      .for("update");
    if (!account) return false;
    await tx.delete(passkeys).where(eq(passkeys.sub, account.sub));
    await tx.delete(totpSecrets).where(eq(totpSecrets.sub, account.sub));
    await endEverything(tx, account.sub);
    await afterRemoving(app, tx, account, {
      detail: "All passkeys, the authenticator app and the recovery codes, by the site's administrator",
      client: TERMINAL,
    });
    return true;
  });
}
