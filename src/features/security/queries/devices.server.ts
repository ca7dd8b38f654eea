import { and, desc, eq, gt } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { sessions } from "#src/db/tables/accounts.ts";
import type { Devices } from "#src/features/security/schema.ts";
import { viewDevice } from "#src/features/security/view.ts";
import type { SignedIn } from "#src/policy/viewer.ts";

/** Devices beyond this are not listed; ending all others ends them too. */
const MOST_SHOWN = 100;

/** The devices that an account is signed in on: the caller's first, then by last use. */
export async function listDevices(app: App, signedIn: SignedIn): Promise<Devices> {
  const rows = await app.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.sub, signedIn.sub), gt(sessions.expiresAt, app.clock.now())))
    .orderBy(desc(eq(sessions.id, signedIn.session?.id ?? "")), desc(sessions.usedAt), sessions.id)
    .limit(MOST_SHOWN);
  return { devices: rows.map((row) => viewDevice(row, signedIn.session?.id)) };
}
