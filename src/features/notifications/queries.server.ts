import { eq } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { sessions } from "#src/db/tables/accounts.ts";
import { pushPreferences, pushSubscriptions } from "#src/db/tables/push.ts";
import type { PushSettings } from "#src/features/notifications/schema.ts";
import { viewPushSettings } from "#src/features/notifications/view.ts";
import type { Person } from "#src/policy/viewer.ts";
import { ok, type Result } from "#src/shared/result.ts";

/** A person's notification settings, and the key that a browser subscribes with. */
export async function getPushSettings(app: App, { sub }: Person): Promise<Result<PushSettings>> {
  const browsers = await app.db
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .where(eq(sessions.sub, sub));
  const [preferences] = await app.db.select().from(pushPreferences).where(eq(pushPreferences.sub, sub));
  return ok(viewPushSettings({ devices: browsers.length, preferences }, await app.push.publicKey()));
}
