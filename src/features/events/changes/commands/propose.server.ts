import { eq } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { type EventChangeRow, eventChanges } from "#src/db/tables/event-changes.ts";
import type { SocialEventRow } from "#src/db/tables/events.ts";
import { CHANGE_WITHDRAWN, NO_CHANGE_WAITS } from "#src/features/events/changes/messages.ts";
import { changeMails } from "#src/features/events/changes/mails.server.ts";
import { isSameSetting, SETTING_NAMES } from "#src/features/events/edit/rules/settings.ts";
import type { EventChange, EventSettings, Proposed } from "#src/features/events/edit/schema.ts";
import { settingsOf } from "#src/features/events/edit/view.ts";
import { lockEvent } from "#src/features/events/rsvps/commands/places.server.ts";
import { enqueueMails } from "#src/mail/outbox.server.ts";
import { misleadsNobody, requireEventManager } from "#src/policy/events.ts";
import type { Person } from "#src/policy/viewer.ts";
import { uuidv7 } from "#src/shared/ids.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** The settings that a change names. */
export function settingsIn(change: Proposed): Proposed {
  return Object.fromEntries(
    SETTING_NAMES.filter((name) => change[name] !== undefined).map((name) => [name, change[name]]),
  );
}

/** Splits a change into what applies at once and what waits for review. */
export function splitChange(change: EventChange): { readonly shown: EventChange; readonly proposed: Proposed } {
  const settings = Object.entries(settingsIn(change));
  const shown = Object.fromEntries(settings.filter(([name, value]) => misleadsNobody(name, value)));
  const proposed = Object.fromEntries(settings.filter(([name, value]) => !misleadsNobody(name, value)));
  return { shown: { ...shown, scope: change.scope }, proposed };
}

/** Locks the event's pending or refused change. The caller must have locked the event. */
export async function lockProposed(tx: Transaction, eventId: string): Promise<EventChangeRow | undefined> {
  const [row] = await tx.select().from(eventChanges).where(eq(eventChanges.eventId, eventId)).for("update");
  return row;
}

/** The settings as the host last saved them: the published ones with the pending change on top. */
export function wishedSettings(event: SocialEventRow, waiting: EventChangeRow | undefined): EventSettings {
  return { ...settingsOf(event), ...(waiting?.change as Proposed | undefined) };
}

/**
 * Mails organizers about a new pending change. At most once an hour per event, so that a host who withdraws and proposes
 * again cannot flood inboxes; changes after a refusal are always mailed.
 */
export async function tellOrganizers(
  tx: Transaction,
  organizers: readonly string[],
  { before, kept }: { readonly before: EventChangeRow | undefined; readonly kept: EventChangeRow | undefined },
  now: Date,
): Promise<void> {
  if (!kept || before?.refusedAt === null) return;
  const { eventId } = kept;
  const which = before?.version ?? now.toISOString().slice(0, "2026-11-21T15".length);
  const owed = organizers.map((email) =>
    changeMails.change_waits.owed(`${eventId}:${which}:${email}`, email, { eventId }),
  );
  await enqueueMails(tx, owed, now);
}

type Proposal = {
  readonly waiting: EventChangeRow | undefined;
  readonly proposed: Proposed;
  readonly scope: EventChange["scope"];
};

/**
 * Merges a proposal into the pending change. Settings equal to the published ones drop out; an empty proposal is
 * deleted. Returns what is pending now.
 */
export async function propose(
  tx: Transaction,
  person: Person,
  event: SocialEventRow,
  { waiting, proposed, scope }: Proposal,
  now: Date,
): Promise<EventChangeRow | undefined> {
  if (Object.keys(proposed).length === 0) return waiting;
  const published = settingsOf(event);
  const wished = { ...(waiting?.change as Proposed | undefined), ...proposed };
  const change = Object.fromEntries(
    SETTING_NAMES.filter((name) => wished[name] !== undefined && !isSameSetting(wished[name], published[name])).map(
      (name) => [name, wished[name]],
    ),
  );
  const isOfSeries = scope === "following" || waiting?.scope === "following";
  if (Object.keys(change).length === 0) {
    await tx.delete(eventChanges).where(eq(eventChanges.eventId, event.id));
    return undefined;
  }
  const row = {
    userId: person.userId,
    change,
    scope: isOfSeries ? ("following" as const) : ("this" as const),
    version: uuidv7(now.getTime()),
    proposedAt: now,
    refusedAt: null,
    refusalReason: "",
  };
  const [kept] = await tx
    .insert(eventChanges)
    .values({ eventId: event.id, ...row })
    .onConflictDoUpdate({ target: eventChanges.eventId, set: row })
    .returning();
  return kept;
}

/** Withdraws a pending or refused change. */
export async function withdrawChange(
  app: App,
  person: Person,
  eventId: string,
): Promise<Result<{ success: true; message: string }>> {
  return app.db.transaction(async (tx) => {
    const event = await lockEvent(tx, person, eventId);
    if (!event.ok) return event;
    const manager = requireEventManager(person, event.value);
    if (!manager.ok) return manager;
    const { rowCount } = await tx.delete(eventChanges).where(eq(eventChanges.eventId, eventId));
    if (rowCount === 0) return fail("not_found", NO_CHANGE_WAITS);
    return ok({ success: true, message: CHANGE_WITHDRAWN });
  });
}
