import { and, between, eq, ne, sql } from "drizzle-orm";
import { writeAudit } from "#src/audit/audit-log.server.ts";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { moment } from "#src/db/instant.ts";
import { type SocialEventRow, socialEvents } from "#src/db/tables/events.ts";
import {
  ALREADY_SO,
  BEGUN,
  MOMENT_PASSED,
  MOMENT_TOO_LATE,
  NOT_PUBLISHED,
  POSTPONED,
} from "#src/features/events/decision/messages.ts";
import { latestMoment, outcomeOf } from "#src/features/events/decision/rules.ts";
import type { Decide, Hold, HoldAll } from "#src/features/events/decision/schema/decision.ts";
import { saveAll } from "#src/features/events/edit/commands/change-event.server.ts";
import { changedRow } from "#src/features/events/edit/commands/changed-row.server.ts";
import { newsBetween } from "#src/features/events/rules.ts";
import { lockEvent } from "#src/features/events/rsvps/commands/places.server.ts";
import { viewEvent } from "#src/features/events/view.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { countUse } from "#src/http/rate-limit.server.ts";
import { isTheirEvent, requireEventManager } from "#src/policy/events.ts";
import { adminOf } from "#src/policy/roles.ts";
import type { Admin, Person } from "#src/policy/viewer.ts";
import { addDays, type Day } from "#src/shared/dates.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";
import { dayInZone } from "#src/shared/zones.server.ts";

type Decided = "runs" | "called_off";

type Saved = { readonly before: SocialEventRow; readonly after: SocialEventRow; readonly by: string | null };

/** Saves a decision about a locked event and notifies guests, other hosts and open pages. */
async function save(tx: Transaction, { before, after, by }: Saved, now: Date): Promise<void> {
  await saveAll(tx, [{ before, after, news: newsBetween(before, after) }], by, now);
}

const withHold = (event: SocialEventRow, hold: Hold): SocialEventRow => ({
  ...event,
  decision: "hold",
  holdReason: hold.reason,
  decidesAt: new Date(hold.decidesAt),
  decisionDefault: hold.default,
  minimumGoing: hold.minimum,
});

const next = (event: SocialEventRow, now: Date): SocialEventRow => ({
  ...event,
  sequence: event.sequence + 1,
  updatedAt: now,
});

/** The event after a decision. Calling it off cancels it, with all effects of a cancellation. */
function withOutcome(event: SocialEventRow, decided: Decided, now: Date): SocialEventRow {
  const status = decided === "runs" ? "scheduled" : "cancelled";
  if (status !== event.status) return changedRow(event, { status, scope: "this" }, now);
  return next({ ...event, decision: decided }, now);
}

const isOnHold = ({ status, decision }: SocialEventRow) => status === "scheduled" && decision === "hold";

/** Why no decision about the event is possible; null if one is. */
function whyClosed(event: SocialEventRow, now: Date): string | null {
  if (event.held) return NOT_PUBLISHED;
  if (event.status === "postponed") return POSTPONED;
  return event.startsAt <= now ? BEGUN : null;
}

function decidedRow(event: SocialEventRow, wish: Decide, now: Date): Result<SocialEventRow> {
  if (wish.decision !== "hold") {
    const isRunning = event.status === "scheduled" && !isOnHold(event);
    const isSo = wish.decision === "runs" ? isRunning : event.status === "cancelled";
    if (isSo) return fail("conflict", ALREADY_SO);
    // The reason for calling it off may differ from the reason for the hold.
    const reason = wish.decision === "called_off" ? wish.reason : undefined;
    const holdReason = event.decision === null ? null : (reason ?? event.holdReason);
    return ok(withOutcome({ ...event, holdReason }, wish.decision, now));
  }
  const decidesAt = new Date(wish.decidesAt);
  if (decidesAt <= now) return fail("invalid", MOMENT_PASSED, { fields: { decidesAt: MOMENT_PASSED } });
  if (decidesAt > latestMoment(event.startsAt, now))
    return fail("invalid", MOMENT_TOO_LATE, { fields: { decidesAt: MOMENT_TOO_LATE } });
  // A called-off event that goes back on hold may still run, so it is no longer canceled.
  const open = event.status === "cancelled" ? changedRow(event, { status: "scheduled", scope: "this" }, now) : event;
  return ok({ ...next(withHold(open, wish), now), sequence: event.sequence + 1 });
}

const told = ({ decision, holdReason, decidesAt }: SocialEventRow) => ({
  decision,
  reason: holdReason,
  decidesAt: decidesAt?.toISOString() ?? null,
});

async function audit(tx: Transaction, admin: Admin, before: SocialEventRow, after: SocialEventRow, now: Date) {
  const deed = { action: "event_changed", subjectIds: [before.id], before: told(before), after: told(after) } as const;
  await writeAudit(tx, admin, deed, now);
}

/** Per person and event, because each decision mails all guests. Ending a hold is exempt: hosts always can. */
const DECISIONS = { name: "decisions", max: 12, windowSeconds: 86_400 };

/** Holds an event, lets it run, or calls it off, for its host or an organizer. */
export async function decide(
  app: App,
  person: Person,
  eventId: string,
  wish: Decide,
): Promise<Result<{ socialEvents: { Item: EventView } }>> {
  const now = app.clock.now();
  return app.db.transaction(async (tx) => {
    const locked = await lockEvent(tx, person, eventId);
    if (!locked.ok) return locked;
    const event = locked.value;
    const manager = requireEventManager(person, event);
    if (!manager.ok) return manager;
    const closed = whyClosed(event, now);
    if (closed !== null) return fail("conflict", closed);
    const after = decidedRow(event, wish, now);
    if (!after.ok) return after;
    // Checked last, so that rejected decisions do not count.
    const endsHold = isOnHold(event) && wish.decision !== "hold";
    const allowed = endsHold ? ok(undefined) : await countUse(app, DECISIONS, `${eventId} by ${person.userId}`, tx);
    if (!allowed.ok) return allowed;
    await save(tx, { before: event, after: after.value, by: person.userId }, now);
    const admin = adminOf(person, "manage_events");
    if (admin && !isTheirEvent(person, event)) await audit(tx, admin, event, after.value, now);
    return ok({ socialEvents: { Item: viewEvent(after.value, person) } });
  });
}

/** The longest hold, plus a day for time zones. */
const DAYS_AROUND = 8;

/** Holds may be overdue after a downtime. */
const DAYS_BACK = 60;

/**
 * Applies the default outcome of due holds. Each runs in its own transaction that locks the event and checks again, so
 * that concurrent processes and retries decide once. Returns how many were decided.
 */
export async function settleHolds(app: App): Promise<number> {
  const now = app.clock.now();
  const today = dayInZone(now, "UTC");
  const isDue = sql`${socialEvents.decision} = 'hold' and ${socialEvents.status} = 'scheduled'
    and ${socialEvents.decidesAt} <= ${moment(now)}`;
  const due = await app.db
    .select({ id: socialEvents.id })
    .from(socialEvents)
    // Also bounded by day, which has an index.
    .where(
      and(
        between(socialEvents.day, addDays(today, -DAYS_BACK), addDays(today, DAYS_AROUND)),
        sql`not ${socialEvents.held}`,
        isDue,
      ),
    )
    .orderBy(socialEvents.decidesAt, socialEvents.id);
  let count = 0;
  for (const { id } of due) count += Number(await settle(app, id, now));
  return count;
}

async function settle(app: App, eventId: string, now: Date): Promise<boolean> {
  return app.db.transaction(async (tx) => {
    const [event] = await tx.select().from(socialEvents).where(eq(socialEvents.id, eventId)).for("update");
    if (event?.decision !== "hold" || event.status !== "scheduled" || event.held) return false;
    if (event.decidesAt === null || event.decidesAt > now) return false;
    await save(tx, { before: event, after: withOutcome(event, outcomeOf(event), now), by: null }, now);
    return true;
  });
}

/** Puts all events of a day that have not begun on hold, for example for lightning. Returns their ids. */
export async function holdAll(app: App, admin: Admin, day: Day, wish: HoldAll): Promise<Result<{ held: string[] }>> {
  const now = app.clock.now();
  const decidesAt = new Date(wish.decidesAt);
  if (decidesAt <= now) return fail("invalid", MOMENT_PASSED, { fields: { decidesAt: MOMENT_PASSED } });
  return app.db.transaction(async (tx) => {
    const events = await tx
      .select()
      .from(socialEvents)
      .where(
        and(
          eq(socialEvents.day, day),
          sql`not ${socialEvents.held}`,
          ne(socialEvents.status, "postponed"),
          ne(socialEvents.status, "cancelled"),
          sql`${socialEvents.startsAt} > ${moment(now)}`,
        ),
      )
      .orderBy(socialEvents.id)
      .for("update");
    for (const event of events) {
      const latest = latestMoment(event.startsAt, now);
      const decides = decidesAt < latest ? decidesAt : latest;
      const hold = { ...wish, decidesAt: decides.toISOString(), minimum: event.minimumGoing };
      const after = next(withHold(event, hold), now);
      await save(tx, { before: event, after, by: admin.userId }, now);
      if (!isTheirEvent(admin, event)) await audit(tx, admin, event, after, now);
    }
    return ok({ held: events.map(({ id }) => id) });
  });
}
