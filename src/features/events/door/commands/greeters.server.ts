import { and, eq, sql } from "drizzle-orm";
import { logChange } from "#src/db/change-log.server.ts";
import type { App } from "#src/context/app.ts";
import { moment } from "#src/db/instant.ts";
import { eventGreeters } from "#src/db/tables/attendance.ts";
import { NOT_ON_THE_LIST } from "#src/features/events/door/messages.ts";
import { getDoor } from "#src/features/events/door/queries.server.ts";
import type { DoorView } from "#src/features/events/door/schema.ts";
import { requireNameable } from "#src/features/events/hosting/commands.server.ts";
import { lockEvent } from "#src/features/events/rsvps/commands/places.server.ts";
import { requireEventManager } from "#src/policy/events.ts";
import type { Person } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** Adds or removes a greeter of the event. Greeters need an RSVP. */
export async function setGreeter(
  app: App,
  person: Person,
  eventId: string,
  { userId, isGreeter }: { userId: string; isGreeter: boolean },
): Promise<Result<DoorView>> {
  const done = await app.db.transaction(async (tx): Promise<Result<void>> => {
    const event = await lockEvent(tx, person, eventId);
    if (!event.ok) return event;
    const manager = requireEventManager(person, event.value);
    if (!manager.ok) return manager;
    if (isGreeter) {
      const now = app.clock.now();
      const nameable = await requireNameable(tx, userId, now);
      if (!nameable.ok) return nameable;
      const { rowCount } = await tx.execute(sql`
        insert into event_greeters (event_id, user_id, named_at)
        select event_id, user_id, ${moment(now)} from event_rsvps
        where event_id = ${eventId} and user_id = ${userId} and answer in ('going', 'maybe')
        on conflict (event_id, user_id) do update set named_at = event_greeters.named_at`);
      if (rowCount === 0) return fail("not_found", NOT_ON_THE_LIST);
    } else {
      await tx.delete(eventGreeters).where(and(eq(eventGreeters.eventId, eventId), eq(eventGreeters.userId, userId)));
    }
    await logChange(tx, "attendance_changed", eventId);
    return ok(undefined);
  });
  return done.ok ? getDoor(app, person, eventId) : done;
}
