import { and, eq } from "drizzle-orm";
import { writeAudit } from "#src/audit/audit-log.server.ts";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { type EventChangeRow, eventChanges } from "#src/db/tables/event-changes.ts";
import type { AuditRow } from "#src/db/tables/admin.ts";
import type { SocialEventRow } from "#src/db/tables/events.ts";
import { type Seen, tellHost } from "#src/features/events/review/commands/held-events.server.ts";
import {
  CHANGE_CHANGED,
  CHANGE_GONE,
  CHANGE_PUBLISHED,
  CHANGE_REFUSED,
  CHANGE_IS_BACK,
  CHANGE_WAITS_AGAIN,
  EVENT_CHANGED,
} from "#src/features/events/changes/messages.ts";
import type { DecidedChange } from "#src/features/events/changes/schema.ts";
import { versionSeen } from "#src/features/events/changes/view.ts";
import {
  changeBack,
  changedSettings,
  changesOf,
  lockForChange,
  saveAll,
} from "#src/features/events/edit/commands/change-event.server.ts";
import type { Changed } from "#src/features/events/news/commands/tell-people.server.ts";
import { lockProposed } from "#src/features/events/changes/commands/propose.server.ts";
import type { Proposed } from "#src/features/events/edit/schema.ts";
import { takeCover } from "#src/features/events/uploads/commands/upload.server.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

type Locked = { readonly events: readonly [SocialEventRow, ...SocialEventRow[]]; readonly waiting: EventChangeRow };

/** The data that an audit entry needs to undo a decision. */
type ChangeUndo = {
  readonly waiting: Omit<EventChangeRow, "proposedAt" | "refusedAt"> & { readonly proposedAt: string };
  /** The change that publishing made to each event; empty after a refusal. */
  readonly done: readonly { readonly eventId: string; readonly before: Proposed; readonly after: Proposed }[];
};

function undoOf(waiting: EventChangeRow, done: ChangeUndo["done"]): ChangeUndo {
  const { eventId, userId, change, scope, version, refusalReason } = waiting;
  const proposedAt = waiting.proposedAt.toISOString();
  return { waiting: { eventId, userId, change, scope, version, refusalReason, proposedAt }, done };
}

/** Locks a proposed change, as the organizer saw it, and its events; else fails with the reason. */
async function lockSeen(tx: Transaction, admin: Admin, { eventId, version }: Seen, now: Date): Promise<Result<Locked>> {
  // Read first to know whether the series is locked too; checked again under the lock.
  const [seen] = await tx.select().from(eventChanges).where(eq(eventChanges.eventId, eventId));
  if (!seen) return fail("not_found", CHANGE_GONE);
  const events = await lockForChange(tx, admin, { eventId, scope: seen.scope }, now);
  if (!events.ok) return events;
  const waiting = await lockProposed(tx, eventId);
  if (!waiting || waiting.refusedAt !== null) return fail("conflict", CHANGE_GONE);
  const [event, ...later] = events.value as [SocialEventRow, ...SocialEventRow[]];
  if (versionSeen(event, waiting) !== version) {
    const message = version.startsWith(`${waiting.version}.`) ? EVENT_CHANGED : CHANGE_CHANGED;
    return fail("conflict", message, { reason: "changed_meanwhile" });
  }
  return ok({ events: [event, ...later], waiting });
}

/** Publishes a host's change and notifies the guests. */
export function publishChange(app: App, admin: Admin, about: Seen): Promise<Result<DecidedChange>> {
  return app.db.transaction(async (tx): Promise<Result<DecidedChange>> => {
    const now = app.clock.now();
    const locked = await lockSeen(tx, admin, about, now);
    if (!locked.ok) return locked;
    const { events, waiting } = locked.value;
    const changes = changesOf(events, { ...(waiting.change as Proposed), scope: waiting.scope }, now);
    if (!changes.ok) return changes;
    // The picture may have been taken down since.
    const cover = await takeCover(tx, (waiting.change as Proposed).imgKey ?? "", now);
    if (!cover.ok) return cover;
    // The host who proposed it is notified of the decision instead.
    await saveAll(tx, changes.value, waiting.userId, now);
    await tx.delete(eventChanges).where(eq(eventChanges.eventId, about.eventId));
    const done = changes.value.map((changed) => ({ eventId: changed.before.id, ...changedSettings(changed) }));
    const { title } = events[0];
    const auditId = await writeAudit(
      tx,
      admin,
      {
        action: "event_change_published",
        subjectIds: events.map(({ id }) => id),
        before: { title, ...done[0]?.before },
        after: { title, ...done[0]?.after },
        undo: undoOf(waiting, done),
      },
      now,
    );
    await tellHost(tx, { id: about.eventId, hostUserId: waiting.userId }, "change_published", now);
    return ok({ success: true, message: CHANGE_PUBLISHED, auditId });
  });
}

/**
 * Refuses a change and tells the host why. The event stays as it is. The host can edit the proposal, which then waits
 * for review again.
 */
export function refuseChange(app: App, admin: Admin, about: Seen, reason: string): Promise<Result<DecidedChange>> {
  return app.db.transaction(async (tx): Promise<Result<DecidedChange>> => {
    const now = app.clock.now();
    const locked = await lockSeen(tx, admin, about, now);
    if (!locked.ok) return locked;
    const { events, waiting } = locked.value;
    const [{ title }] = events;
    await tx
      .update(eventChanges)
      .set({ refusedAt: now, refusalReason: reason })
      .where(eq(eventChanges.eventId, about.eventId));
    const deed = { action: "event_change_refused", subjectIds: [about.eventId], before: { title } } as const;
    const after = { title, reason, refused: waiting.change };
    const auditId = await writeAudit(tx, admin, { ...deed, after, undo: undoOf(waiting, []) }, now);
    await tellHost(tx, { id: about.eventId, hostUserId: waiting.userId }, "change_refused", now);
    return ok({ success: true, message: CHANGE_REFUSED, auditId });
  });
}

/** Undoes a refusal: the change waits again, unless its host edited or withdrew it since. */
async function waitAgain(tx: Transaction, { eventId, version }: Seen): Promise<Result<string>> {
  const { rowCount } = await tx
    .update(eventChanges)
    .set({ refusedAt: null, refusalReason: "" })
    .where(and(eq(eventChanges.eventId, eventId), eq(eventChanges.version, version)));
  return rowCount === 0 ? fail("conflict", CHANGE_CHANGED) : ok(CHANGE_WAITS_AGAIN);
}

/** Undoes an organizer's decision about a host's change. */
export async function undoDecision(
  tx: Transaction,
  admin: Admin,
  { undo }: AuditRow,
  now: Date,
): Promise<Result<string>> {
  const { waiting, done } = undo as ChangeUndo;
  if (done.length === 0) return waitAgain(tx, waiting);
  const changes: Changed[] = [];
  // In the order of their ids, the lock order of a series. Everything is validated before anything is saved.
  for (const deed of done.toSorted((one, other) => one.eventId.localeCompare(other.eventId))) {
    const event = await lockForChange(tx, admin, { eventId: deed.eventId, scope: "this" }, now);
    if (!event.ok) return event;
    const [row] = event.value as [SocialEventRow];
    const back = changesOf([row], changeBack(row, deed), now);
    if (!back.ok) return back;
    changes.push(...back.value);
  }
  await saveAll(tx, changes, admin.userId, now);
  await tx
    .insert(eventChanges)
    .values({ ...waiting, proposedAt: new Date(waiting.proposedAt) })
    // If the host has proposed another change since, that one stays.
    .onConflictDoNothing({ target: eventChanges.eventId });
  return ok(CHANGE_IS_BACK);
}
