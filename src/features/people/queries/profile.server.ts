import { desc, eq, getTableColumns } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Db } from "#src/db/connect.server.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { notices } from "#src/db/tables/notices.ts";
import { users } from "#src/db/tables/users.ts";
import type { Profile } from "#src/features/people/schema.ts";
import { viewProfile } from "#src/features/people/view/profile.ts";
import { findMailPreferences } from "#src/mail/preferences.server.ts";
import type { SignedIn } from "#src/policy/viewer.ts";
import { ok, type Result } from "#src/shared/result.ts";

/** The newest so many; older ones are in the export. */
const NOTICES = 20;

/** The database, or a transaction on it. */
export type Reader = Pick<Db, "select">;

/** Somebody's profile as it is now. */
export async function readProfile(app: App, db: Reader, account: SignedIn): Promise<Profile> {
  const { userId, email } = account;
  const [person] = userId === null ? [] : await db.select().from(users).where(eq(users.userId, userId));
  const preferences = await findMailPreferences(db, email);
  const told =
    userId === null
      ? []
      : await db
          .select({ ...getTableColumns(notices), eventTitle: socialEvents.title })
          .from(notices)
          .leftJoin(socialEvents, eq(socialEvents.id, notices.eventId))
          .where(eq(notices.userId, userId))
          .orderBy(desc(notices.id))
          .limit(NOTICES);
  const { group, freeChatAccess } = app.config;
  return viewProfile(account, { person, preferences, notices: told }, { timeZone: group.timeZone, freeChatAccess });
}

export async function getProfile(app: App, signedIn: SignedIn): Promise<Result<Profile>> {
  return ok(await readProfile(app, app.db, signedIn));
}
