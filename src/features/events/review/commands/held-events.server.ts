import { and, arrayContains, asc, desc, eq, inArray, isNull, ne } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { auditLog } from "#src/db/tables/admin.ts";
import { type SocialEventRow, socialEvents } from "#src/db/tables/events.ts";
import { notices } from "#src/db/tables/notices.ts";
import { writeAudit } from "#src/audit/audit-log.server.ts";
import {
  decidedWords,
  EVENT_REFUSED,
  HELD_CHANGED,
  HELD_GONE,
  publishedWords,
} from "#src/features/events/review/messages.ts";
import type { Decided } from "#src/features/events/review/schema/held-events.ts";
import { retrying } from "#src/db/retrying.server.ts";
import { reopenedHold } from "#src/features/events/decision/rules.ts";
import { reopenedDraw } from "#src/features/events/draw/rules.ts";
import { eventMails } from "#src/features/events/mails.server.ts";
import { readAddress } from "#src/mail/address.server.ts";
import { enqueueMails } from "#src/mail/outbox.server.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { uuidv7 } from "#src/shared/ids.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

type Kind = "event_published" | "event_refused";
type Told = Kind | "change_published" | "change_refused";

/** Notifies the host on the site and by mail, once per decision. */
export async function tellHost(
  tx: Transaction,
  event: Pick<SocialEventRow, "id" | "hostUserId">,
  kind: Told,
  now: Date,
): Promise<void> {
  const { id: eventId, hostUserId: userId } = event;
  if (userId === null) return;
  await tx.insert(notices).values({ id: uuidv7(now.getTime()), userId, kind, eventId, createdAt: now });
  const email = await readAddress(tx, userId);
  const mail = eventMails[kind].owed(`${eventId}:${now.toISOString()}`, email, { eventId, userId });
  await enqueueMails(tx, [mail], now);
}

/** The organizer who decided first, from the audit log. */
async function whoDecided(tx: Transaction, eventId: string, kind: Kind): Promise<string | undefined> {
  const [entry] = await tx
    .select({ email: auditLog.actorEmail })
    .from(auditLog)
    .where(and(inArray(auditLog.action, [kind]), arrayContains(auditLog.subjectIds, [eventId])))
    .orderBy(desc(auditLog.id))
    .limit(1);
  return entry?.email;
}

/** A held event in the version that an organizer read. */
export type Seen = { readonly eventId: string; readonly version: string };

/** Locks a held event if it still has the version that the organizer read; else fails with the reason. */
async function lockHeld(tx: Transaction, { eventId, version }: Seen): Promise<Result<SocialEventRow>> {
  const [event] = await tx.select().from(socialEvents).where(eq(socialEvents.id, eventId)).for("update");
  if (!event) return fail("not_found", HELD_GONE);
  if (event.held && event.refusedAt === null)
    return event.updatedAt.toISOString() === version ? ok(event) : fail("conflict", HELD_CHANGED);
  const what = event.held ? "refused" : "published";
  return fail("conflict", decidedWords(what, await whoDecided(tx, eventId, `event_${what}`)));
}

/** The other held events of the series, locked in the order of their ids. */
function lockRest(tx: Transaction, { id, seriesId }: SocialEventRow): Promise<SocialEventRow[]> {
  if (seriesId === null) return Promise.resolve([]);
  const waits = and(eq(socialEvents.held, true), isNull(socialEvents.refusedAt));
  return tx
    .select()
    .from(socialEvents)
    .where(and(eq(socialEvents.seriesId, seriesId), ne(socialEvents.id, id), waits))
    .orderBy(asc(socialEvents.id))
    .for("update");
}

type Decision = {
  readonly kind: Kind;
  readonly change: Partial<SocialEventRow>;
  readonly message: (count: number) => string;
  /** Also decide the rest of its series. */
  readonly isWhole: boolean;
};

async function decide(
  app: App,
  admin: Admin,
  seen: Seen,
  decisionAt: (now: Date) => Decision,
): Promise<Result<Decided>> {
  // Two decisions about one series may lock its events in different orders.
  return retrying(app, async (tx): Promise<Result<Decided>> => {
    const event = await lockHeld(tx, seen);
    if (!event.ok) return event;
    const now = app.clock.now();
    const { kind, change, message, isWhole } = decisionAt(now);
    const all = [event.value, ...(isWhole ? await lockRest(tx, event.value) : [])];
    for (const one of all) {
      const { id, title, held } = one;
      await tx
        .update(socialEvents)
        .set({
          ...change,
          ...(change.held === false && { ...reopenedDraw(one, now), ...reopenedHold(one, now) }),
          updatedAt: now,
        })
        .where(eq(socialEvents.id, id));
      const after = { title, held: change.held ?? held, reason: change.refusalReason };
      await writeAudit(tx, admin, { action: kind, subjectIds: [id], before: { title, held }, after }, now);
    }
    // One mail for the whole series.
    await tellHost(tx, event.value, kind, now);
    return ok({ success: true, message: message(all.length) });
  });
}

/** Publishes a held event, or with `isWhole` every held event of its series. */
export function publishEvent(app: App, admin: Admin, seen: Seen, isWhole = false): Promise<Result<Decided>> {
  return decide(app, admin, seen, () => ({
    kind: "event_published",
    change: { held: false },
    message: publishedWords,
    isWhole,
  }));
}

/** Refuses an event with a reason. If the host changes it, it waits again. */
export function refuseEvent(app: App, admin: Admin, seen: Seen, reason: string): Promise<Result<Decided>> {
  return decide(app, admin, seen, (now) => ({
    kind: "event_refused",
    change: { refusedAt: now, refusalReason: reason },
    message: () => EVENT_REFUSED,
    isWhole: false,
  }));
}
