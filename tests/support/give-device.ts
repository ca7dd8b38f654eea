import type { Db } from "#src/db/connect.server.ts";
import { sessions } from "#src/db/tables/accounts.ts";
import { calendarLinks } from "#src/db/tables/calendar-links.ts";
import { ladderAbsences } from "#src/db/tables/courts.ts";
import { pushPreferences, pushSubscriptions } from "#src/db/tables/push.ts";

/** A device that is signed in and gets notifications, a calendar link, and what the account wants to hear of. */
export async function giveDevice(db: Db, sub: string, now: Date): Promise<void> {
  await db.insert(sessions).values({ id: sub, tokenHash: sub, sub, createdAt: now, usedAt: now, expiresAt: now });
  await db
    .insert(pushSubscriptions)
    .values({ id: sub, sessionId: sub, endpoint: sub, p256dh: "k", auth: "a", createdAt: now });
  await db.insert(pushPreferences).values({ sub, mutedKinds: ["offer"], mutedActivities: ["Dance"], updatedAt: now });
  await db.insert(ladderAbsences).values({ sub, since: now });
  await db.insert(calendarLinks).values({ sub, secretHash: sub, createdAt: now });
}
