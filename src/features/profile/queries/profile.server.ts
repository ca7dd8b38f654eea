import { desc, eq, getTableColumns, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Db } from "#src/db/connect.server.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { joinSubmissions } from "#src/db/tables/join-submissions.ts";
import { notices } from "#src/db/tables/notices.ts";
import { users } from "#src/db/tables/users.ts";
import type { Profile } from "#src/features/profile/schema.ts";
import type { NoticeSeat } from "#src/features/profile/view/notice-words.ts";
import { viewProfile } from "#src/features/profile/view/profile.ts";
import { findMailPreferences } from "#src/mail/preferences.server.ts";
import type { SignedIn } from "#src/policy/viewer.ts";
import { ok, type Result } from "#src/shared/result.ts";

/** Only the newest notices; older ones are in the export. */
const NOTICES = 20;

/** The database, or a transaction on it. */
export type Reader = Pick<Db, "select">;

/**
 * SQL condition: a `users` record is exactly as a join form created it: the sender is unverified, no organizer approved
 * it, and its owner has not corrected it.
 */
export function isFromJoinForm() {
  const made = sql`select from ${joinSubmissions} j where j.user_id = ${users.userId} and j.made_user_id = ${users.userId}`;
  return sql<boolean>`(${users.status} = 'applied' and exists (${made}))`;
}

/** SQL: the {@link NoticeSeat} of a notice. */
function noticeSeat() {
  const mine = sql`event_id = ${notices.eventId} and user_id = ${notices.userId}`;
  return sql<NoticeSeat>`jsonb_build_object(
    'isGoing', exists (select from event_rsvps where ${mine} and answer = 'going'),
    'isWaiting', exists (select from waiting_list where ${mine} and status = 'waiting'),
    'offer', (select jsonb_build_object('kind', kind, 'outcome', outcome, 'expiresAt', expires_at)
      from seat_offers where ${mine} order by id desc limit 1))`;
}

/** The current profile of a person. */
export async function readProfile(app: App, db: Reader, account: SignedIn): Promise<Profile> {
  const { userId, email } = account;
  const columns = { ...getTableColumns(users), isFromJoinForm: isFromJoinForm() };
  const [person] = userId === null ? [] : await db.select(columns).from(users).where(eq(users.userId, userId));
  const preferences = await findMailPreferences(db, email);
  const { id, generalPublic, held, hostUserId, status, decision, day, startTime, startsAt, timeZone } = socialEvents;
  const told =
    userId === null
      ? []
      : await db
          .select({
            ...getTableColumns(notices),
            eventTitle: socialEvents.title,
            event: { id, generalPublic, held, hostUserId, status, decision, day, startTime, startsAt, timeZone },
            seat: noticeSeat(),
          })
          .from(notices)
          .leftJoin(socialEvents, eq(socialEvents.id, notices.eventId))
          .where(eq(notices.userId, userId))
          .orderBy(desc(notices.id))
          .limit(NOTICES);
  const { group, freeChatAccess } = app.config;
  const context = { timeZone: group.timeZone, freeChatAccess, now: app.clock.now() };
  return viewProfile(account, { person, preferences, notices: told }, context);
}

export async function getProfile(app: App, signedIn: SignedIn): Promise<Result<Profile>> {
  return ok(await readProfile(app, app.db, signedIn));
}
