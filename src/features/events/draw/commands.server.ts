import { eq, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { moment } from "#src/db/instant.ts";
import { type SocialEventRow, socialEvents } from "#src/db/tables/events.ts";
import { drawMails } from "#src/features/events/draw/mails.server.ts";
import { drawTime } from "#src/features/events/draw/rules.ts";
import { isLeftOut } from "#src/features/events/waiting-list/queries/left-out.server.ts";
import { isDrawPending, whyClosed } from "#src/features/events/rsvps/rules.ts";
import { promoteNext } from "#src/features/events/waiting-list/commands/promote.server.ts";
import { addressOf } from "#src/mail/address.server.ts";
import { mailsOwed } from "#src/mail/outbox.server.ts";

/** SQL: the previous draw of the same series, else of the same host and activity. */
function drawBefore({ id, seriesId, hostUserId, chat, startsAt }: SocialEventRow) {
  const alike =
    seriesId === null
      ? sql`e.series_id is null and e.host_user_id = ${hostUserId} and e.chat = ${chat}`
      : sql`e.series_id = ${seriesId}`;
  return sql`select e.id from social_events e
    where e.id <> ${id} and e.drawn_at is not null and e.starts_at < ${moment(startsAt)} and ${alike}
    order by e.starts_at desc, e.id limit 1`;
}

/**
 * Gives everyone who waits for a locked event a new ticket: people who got no place in the previous draw and let no
 * offer expire come first, then by the hash of seed and number. People who can get no seat are excluded and wait behind
 * the others. Returns how many tickets were drawn.
 */
async function drawTickets(tx: Transaction, event: SocialEventRow, now: Date): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    with before as (${drawBefore(event)}),
    ranked as (
      select ticket, lost, left_out, row_number() over (
        order by left_out, lost desc, sha256(convert_to(${event.drawSeed}::text || ':' || ticket, 'UTF8'))) as rank
      from (select w.ticket, ${isLeftOut(event, sql`w.user_id`, now)} as left_out, exists (
          select from waiting_list l join before on before.id = l.event_id
          where l.user_id = w.user_id and l.draw_number is not null and l.status = 'waiting' and not exists (
            select from seat_offers o where o.event_id = l.event_id and o.user_id = l.user_id and o.outcome = 'expired')
        ) as lost
        from waiting_list w where w.event_id = ${event.id} and w.status = 'waiting') as entries)
    update waiting_list w set draw_number = case when not r.left_out then w.ticket end, lost_before = r.lost,
      ticket = ${event.lastTicket}::int + r.rank
    from ranked r where w.event_id = ${event.id} and w.ticket = r.ticket`);
  return rowCount ?? 0;
}

/** Draws and assigns the places of a locked event, and mails everyone the result. */
async function draw(tx: Transaction, event: SocialEventRow, now: Date): Promise<void> {
  const count = await drawTickets(tx, event, now);
  const [drawn] = await tx
    .update(socialEvents)
    .set({ drawnAt: now, lastTicket: event.lastTicket + count })
    .where(eq(socialEvents.id, event.id))
    .returning();
  if (!drawn) return;
  await promoteNext(tx, drawn, drawMails.place_drawn, now);
  const mails = {
    key: sql`${event.id}::text || ':' || w.ticket`,
    email: addressOf(sql`w.user_id`),
    data: { eventId: sql`${event.id}::text`, userId: sql`w.user_id` },
    from: sql`from waiting_list w where w.event_id = ${event.id} and w.status = 'waiting' and w.draw_number is not null`,
  };
  await tx.execute(mailsOwed(drawMails.no_place_drawn, mails, now));
}

/** Runs all due draws, each once. Returns how many events were drawn. */
export async function drawPlaces(app: App): Promise<number> {
  const now = app.clock.now();
  const { rows } = await app.db.execute<{ id: string }>(sql`
    select id from social_events
    where draw_at is not null and drawn_at is null and not held and status = 'scheduled' and starts_at > ${moment(now)}
      and least(draw_at, starts_at - interval '1 hour') <= ${moment(now)}
    order by starts_at, id`);
  let count = 0;
  for (const { id } of rows) {
    count += await app.db.transaction(async (tx) => {
      const [event] = await tx.select().from(socialEvents).where(eq(socialEvents.id, id)).for("update");
      if (!event?.drawAt || !isDrawPending(event) || whyClosed(event, now) !== null) return 0;
      if (drawTime({ ...event, drawAt: event.drawAt }) > now) return 0;
      await draw(tx, event, now);
      return 1;
    });
  }
  return count;
}
