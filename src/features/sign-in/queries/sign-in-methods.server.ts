import { and, eq, gt } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { emailChanges, openIdAccounts } from "#src/db/tables/sign-in-links.ts";
import type { SignInSettings } from "#src/features/sign-in/schema.ts";
import type { SignedIn } from "#src/policy/viewer.ts";

/** The caller's email and password state, and whether the account is connected to the provider. */
export async function readSignInSettings(app: App, { sub, email }: SignedIn): Promise<SignInSettings> {
  const { own } = app.identity;
  const isWaiting = and(eq(emailChanges.sub, sub), gt(emailChanges.expiresAt, app.clock.now()));
  const [[change], [connected], hasPassword] = await Promise.all([
    app.db.select({ email: emailChanges.email }).from(emailChanges).where(isWaiting),
    app.db.select({ sub: openIdAccounts.sub }).from(openIdAccounts).where(eq(openIdAccounts.sub, sub)),
    own?.hasPassword(sub) ?? true,
  ]);
  return {
    email,
    newEmail: change?.email ?? null,
    isOwn: own !== null,
    hasPassword,
    provider: app.openid && { name: app.openid.name, isConnected: connected !== undefined },
  };
}
