import { eq, sql } from "drizzle-orm";
import { writeAudit } from "#src/audit/audit-log.server.ts";
import type { App } from "#src/context/app.ts";
import { logPersonChange } from "#src/db/change-log.server.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { moment } from "#src/db/instant.ts";
import { eventCoHosts } from "#src/db/tables/attendance.ts";
import type { SocialEventRow } from "#src/db/tables/events.ts";
import { users } from "#src/db/tables/users.ts";
import { coHostMails } from "#src/features/events/co-hosts/mails.server.ts";
import { ALREADY_HOSTS, ENOUGH_CO_HOSTS, NOT_AMONG_GUESTS } from "#src/features/events/co-hosts/messages.ts";
import { requireNameable } from "#src/features/events/hosting/commands.server.ts";
import { lockEvent } from "#src/features/events/rsvps/commands/places.server.ts";
import { nameOf } from "#src/features/events/rsvps/view.ts";
import { readAddress } from "#src/mail/address.server.ts";
import { enqueueMails } from "#src/mail/outbox.server.ts";
import { isTheirEvent, requireCoHostNaming } from "#src/policy/events.ts";
import { adminOf } from "#src/policy/roles.ts";
import type { Person } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";
import { dayInZone } from "#src/shared/zones.server.ts";

/** More would be a list of guests. */
const MOST_CO_HOSTS = 10;

type Wish = { readonly userId: string; readonly isCoHost: boolean };

/** Makes a guest of a locked event a co-host. Returns whether they are new. */
async function name(tx: Transaction, event: SocialEventRow, userId: string, now: Date): Promise<Result<boolean>> {
  if (event.hostUserId === userId) return fail("conflict", ALREADY_HOSTS);
  const nameable = await requireNameable(tx, userId, now);
  if (!nameable.ok) return nameable;
  const others = await tx.$count(eventCoHosts, sql`event_id = ${event.id} and user_id <> ${userId}`);
  if (others >= MOST_CO_HOSTS) return fail("conflict", ENOUGH_CO_HOSTS);
  const { rows } = await tx.execute<{ isNew: boolean }>(sql`
    insert into event_co_hosts as c (event_id, user_id, named_at)
    select event_id, user_id, ${moment(now)} from event_rsvps
    where event_id = ${event.id} and user_id = ${userId} and answer in ('going', 'maybe')
    on conflict (event_id, user_id) do update set named_at = c.named_at
    returning (xmax = 0) as "isNew"`);
  const [row] = rows;
  return row ? ok(row.isNew) : fail("not_found", NOT_AMONG_GUESTS);
}

async function takeBack(tx: Transaction, event: SocialEventRow, userId: string): Promise<Result<boolean>> {
  const { rowCount } = await tx.execute(
    sql`delete from event_co_hosts where event_id = ${event.id} and user_id = ${userId}`,
  );
  return ok(rowCount === 1);
}

async function tell(app: App, tx: Transaction, { eventId, userId }: { eventId: string; userId: string }, now: Date) {
  const email = await readAddress(tx, userId);
  // Naming a person repeatedly mails them at most once a day.
  const day = dayInZone(now, app.config.group.timeZone);
  const mail = coHostMails.co_host.owed(`${eventId}:${userId}:${day}`, email, { eventId, userId });
  await enqueueMails(tx, [mail], now);
}

/** Logs the change if an organizer made it at another host's event. */
async function audit(tx: Transaction, person: Person, event: SocialEventRow, wish: Wish, now: Date): Promise<void> {
  const admin = adminOf(person, "manage_events");
  if (!admin || isTheirEvent(person, event)) return;
  const [about] = await tx.select().from(users).where(eq(users.userId, wish.userId));
  const coHost = about ? nameOf(about) : "";
  const said = { "co-host": coHost };
  const [before, after] = wish.isCoHost ? [{}, said] : [said, {}];
  await writeAudit(tx, admin, { action: "event_changed", subjectIds: [event.id, wish.userId], before, after }, now);
}

/** Adds or removes a co-host, for the host or an organizer. Co-hosts can remove themselves. */
export async function setCoHost(
  app: App,
  person: Person,
  eventId: string,
  wish: Wish,
): Promise<Result<{ done: true }>> {
  const { userId, isCoHost } = wish;
  const now = app.clock.now();
  return app.db.transaction(async (tx): Promise<Result<{ done: true }>> => {
    const event = await lockEvent(tx, person, eventId);
    if (!event.ok) return event;
    const isLeaving = !isCoHost && userId === person.userId;
    const allowed = requireCoHostNaming(person, event.value, isLeaving);
    if (!allowed.ok) return allowed;
    const changed = isCoHost ? await name(tx, event.value, userId, now) : await takeBack(tx, event.value, userId);
    if (!changed.ok) return changed;
    if (!changed.value) return ok({ done: true });
    if (isCoHost) await tell(app, tx, { eventId, userId }, now);
    await audit(tx, person, event.value, wish, now);
    await logPersonChange(tx, userId);
    return ok({ done: true });
  });
}
