import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { sessions } from "#src/db/tables/accounts.ts";
import { mailOutbox } from "#src/db/tables/mail.ts";
import { pushPreferences, pushSubscriptions } from "#src/db/tables/push.ts";
import { NO_PUSH_ENDPOINT, SIGN_IN_FOR_PUSH } from "#src/features/notifications/messages.ts";
import { getPushSettings } from "#src/features/notifications/queries.server.ts";
import type { NewSubscription, PushChoices, PushSettings } from "#src/features/notifications/schema.ts";
import type { Person } from "#src/policy/viewer.ts";
import { uuidv7 } from "#src/shared/ids.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** Maximum number of browsers per person; a new one replaces the oldest. */
const MOST_DEVICES = 10;

/** Subscribes this browser to notifications. A browser belongs to the person who subscribed it last. */
export async function subscribe(
  app: App,
  person: Person,
  { endpoint, keys }: NewSubscription,
): Promise<Result<PushSettings>> {
  const { sub, session } = person;
  if (session === null) return fail("forbidden", SIGN_IN_FOR_PUSH);
  if (!app.push.isEndpoint(endpoint)) return fail("invalid", NO_PUSH_ENDPOINT);
  const now = app.clock.now();
  const row = { sessionId: session.id, endpoint, ...keys, createdAt: now };
  await app.db.transaction(async (tx) => {
    await tx
      .insert(pushSubscriptions)
      .values({ id: uuidv7(now.getTime()), ...row })
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: row });
    await tx.execute(sql`delete from push_subscriptions where id in (
      select s.id from push_subscriptions s join sessions x on x.id = s.session_id where x.sub = ${sub}
      order by s.created_at desc, s.id desc offset ${MOST_DEVICES})`);
  });
  return getPushSettings(app, person);
}

/** Stops notifications to this browser. */
export async function unsubscribe(app: App, person: Person, endpoint: string): Promise<Result<PushSettings>> {
  const own = app.db.select({ id: sessions.id }).from(sessions).where(eq(sessions.sub, person.sub));
  await app.db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.endpoint, endpoint), inArray(pushSubscriptions.sessionId, own)));
  return getPushSettings(app, person);
}

/** Saves the notifications a person does not want; omitted choices stay. */
export async function choosePush(app: App, person: Person, choices: PushChoices): Promise<Result<PushSettings>> {
  const { sub } = person;
  const set = { ...choices, updatedAt: app.clock.now() };
  await app.db
    .insert(pushPreferences)
    .values({ sub, mutedKinds: [], mutedActivities: [], ...set })
    .onConflictDoUpdate({ target: pushPreferences.sub, set });
  return getPushSettings(app, person);
}

/** Marks a notification as opened, so that its mail is not sent. Only the notification contains the id. */
export async function markOpened(app: App, id: string): Promise<Result<{ ok: true }>> {
  await app.db
    .update(mailOutbox)
    .set({ status: "skipped", doneAt: app.clock.now() })
    .where(and(eq(mailOutbox.id, id), eq(mailOutbox.status, "waiting"), isNotNull(mailOutbox.pushedAt)));
  return ok({ ok: true });
}
