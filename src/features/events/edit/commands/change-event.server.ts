import { eq, inArray } from "drizzle-orm";
import { writeAudit } from "#src/audit/audit-log.server.ts";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { type SocialEventRow, socialEvents } from "#src/db/tables/events.ts";
import { isOver } from "#src/features/events/calendar/rules.ts";
import { countUse } from "#src/http/rate-limit.server.ts";
import { changedRow, saveEvent } from "#src/features/events/edit/commands/changed-row.server.ts";
import {
  lockProposed,
  propose,
  tellOrganizers,
  settingsIn,
  splitChange,
  wishedSettings,
} from "#src/features/events/changes/commands/propose.server.ts";
import { type By, type Changed, tellPeople } from "#src/features/events/news/commands/tell-people.server.ts";
import {
  CHANGE_REFUSED,
  CHANGED_MEANWHILE,
  HOSTS_TO_CHANGE,
  MOMENT_PASSED,
  OVER_ALREADY,
  standsNow,
  UNDER_MINIMUM,
} from "#src/features/events/edit/messages.ts";
import { TURNS_NEED_SPACES } from "#src/features/events/draw/messages.ts";
import { hasLimit, isDrawPending } from "#src/features/events/rsvps/rules.ts";
import { isFollowing } from "#src/features/events/edit/queries.server.ts";
import {
  conflictsOf,
  daysBetween,
  isSameSetting,
  type SettingName,
  SETTING_NAMES,
  settingWords,
} from "#src/features/events/edit/rules/settings.ts";
import type { ChangedEvent, EventChange, EventSettings, Proposed } from "#src/features/events/edit/schema.ts";
import { settingsOf } from "#src/features/events/edit/view.ts";
import { viewWaiting } from "#src/features/events/changes/view.ts";
import { CHAT_UNKNOWN } from "#src/features/events/form/messages.ts";
import { isMembersOnly } from "#src/features/events/form/schema.ts";
import { hasHostId } from "#src/features/events/photos/queries.server.ts";
import { takeCover } from "#src/features/events/uploads/commands/upload.server.ts";
import { listOrganizerAddresses } from "#src/features/identity/queries.server.ts";
import { lockEvent } from "#src/features/events/rsvps/commands/places.server.ts";
import { promoteWaiting } from "#src/features/events/waiting-list/commands/promote.server.ts";
import { newsBetween } from "#src/features/events/rules.ts";
import { viewEvent } from "#src/features/events/view.ts";
import { canNameCoHosts, changesAtOnce, isTheirEvent, requireEventManager } from "#src/policy/events.ts";
import { adminOf } from "#src/policy/roles.ts";
import { type Person, type Viewer, VISITOR } from "#src/policy/viewer.ts";
import { addDays } from "#src/shared/dates.ts";
import { isCleanText } from "#src/shared/fields.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** Rejects a change that would overwrite a concurrent one. Each field error names the stored value. */
function refuseOverwriting(now: EventSettings, change: EventChange): Result<void> {
  const conflicts = conflictsOf(now, change);
  if (conflicts.length === 0) return ok(undefined);
  const fields = Object.fromEntries(conflicts.map((name) => [name, standsNow(settingWords(name, now[name]))]));
  return fail("conflict", CHANGED_MEANWHILE, { fields });
}

/** The fields that only the host and organizers may change. */
const HOSTS_OWN = ["host", "organizerVenmo", "organizerCashApp"] as const satisfies readonly SettingName[];

/** Rejects a co-host's change of the host or payment names, so that co-hosts can't redirect payments. */
function refuseHostsOwn(person: Person, event: SocialEventRow, change: EventChange): Result<void> {
  if (canNameCoHosts(person, event)) return ok(undefined);
  const now = settingsOf(event);
  const touched = HOSTS_OWN.filter((name) => change[name] !== undefined && !isSameSetting(change[name], now[name]));
  const fields = Object.fromEntries(touched.map((name) => [name, HOSTS_TO_CHANGE]));
  return touched.length === 0 ? ok(undefined) : fail("invalid", CHANGE_REFUSED, { fields });
}

/** Rejects an unknown chat group. An event may keep one that is no longer in the settings. */
function refuseUnknownChat({ config }: App, event: SocialEventRow, { chat = event.chat }: EventChange): Result<void> {
  if (chat === event.chat || config.group.chatGroups.includes(chat)) return ok(undefined);
  return fail("invalid", CHANGE_REFUSED, { fields: { chat: CHAT_UNKNOWN } });
}

/** Why a change's spaces are impossible; null if they are possible. */
function whyNoSuchSpaces(before: SocialEventRow, after: SocialEventRow): string | null {
  if (before.capacity === after.capacity) return null;
  if (isDrawPending(after) && !hasLimit(after)) return TURNS_NEED_SPACES;
  const { decision, minimumGoing, capacity } = after;
  const isUnder = decision === "hold" && minimumGoing !== null && capacity !== null && capacity < minimumGoing;
  return isUnder ? UNDER_MINIMUM : null;
}

/** Applies the change; fails if the result is invalid or already in the past. */
function applied(before: SocialEventRow, change: EventChange, now: Date): Result<Changed> {
  const after = changedRow(before, change, now);
  const spaces = whyNoSuchSpaces(before, after);
  if (spaces !== null) return fail("invalid", CHANGE_REFUSED, { fields: { spaces } });
  const isMoved = before.startsAt.getTime() !== after.startsAt.getTime();
  // Past events can be corrected; an upcoming event must stay in the future.
  if (isMoved && before.startsAt > now && after.startsAt <= now)
    return fail("invalid", CHANGE_REFUSED, { fields: { date: MOMENT_PASSED } });
  if (before.status !== "scheduled" && after.status === "scheduled" && after.startsAt <= now)
    return fail("invalid", CHANGE_REFUSED, { fields: { date: OVER_ALREADY } });
  return ok({ before, after, news: newsBetween(before, after) });
}

/**
 * Locks the later events of a series in the order of their ids, so that concurrent changes of one series queue and cannot
 * deadlock.
 */
async function lockFollowing(tx: Transaction, eventId: string, now: Date): Promise<SocialEventRow[]> {
  const ids = await tx.select({ id: socialEvents.id }).from(socialEvents).where(isFollowing(eventId, now));
  if (ids.length === 0) return [];
  const locked = await tx
    .select()
    .from(socialEvents)
    .where(inArray(socialEvents.id, [eventId, ...ids.map(({ id }) => id)]))
    .orderBy(socialEvents.id)
    .for("update");
  return locked
    .filter(({ id }) => id !== eventId)
    .toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime());
}

/** The change for a later event of the series: a new day shifts all events by the same number of days. */
function changeFor(later: SocialEventRow, first: SocialEventRow, change: EventChange): EventChange {
  const { date } = change;
  return { ...change, ...(date !== undefined && { date: addDays(later.day, daysBetween(first.day, date)) }) };
}

export function changedSettings({ before, after }: Changed): {
  before: Partial<EventSettings>;
  after: Partial<EventSettings>;
} {
  const [was, is] = [settingsOf(before), settingsOf(after)];
  const names = SETTING_NAMES.filter((name) => was[name] !== is[name]);
  const only = (settings: EventSettings) => Object.fromEntries(names.map((name) => [name, settings[name]]));
  return { before: only(was), after: only(is) };
}

/** The change that undoes an entry. Settings that someone changed since stay as they are. */
export function changeBack(
  event: SocialEventRow,
  { before, after }: { readonly before: Proposed; readonly after: Proposed },
): EventChange {
  const now = settingsOf(event);
  const names = SETTING_NAMES.filter((name) => name in before && isSameSetting(now[name], after[name]));
  return { ...Object.fromEntries(names.map((name) => [name, before[name]])), scope: "this" };
}

/** Logs changes by organizers to other hosts' events. */
async function auditChange(tx: Transaction, person: Person, changes: readonly Changed[], now: Date): Promise<void> {
  const admin = adminOf(person, "manage_events");
  const [first] = changes;
  if (!admin || !first || isTheirEvent(person, first.before)) return;
  const deed = { action: "event_changed", subjectIds: changes.map(({ before }) => before.id) } as const;
  await writeAudit(tx, admin, { ...deed, ...changedSettings(first) }, now);
}

/** Whether people are notified: of any change until the start, of a new status or decision until the end. */
function isToldNow({ before, after, news }: Changed, now: Date): boolean {
  if (news.includes("status") || news.includes("decision"))
    return [before, after].some((event) => !isOver(viewEvent(event, VISITOR), now));
  return news.length > 0 && (before.startsAt > now || after.startsAt > now);
}

/** Saves changes to locked events, notifies guests and other hosts, and gives freed places to the waiting list. */
export async function saveAll(tx: Transaction, changes: readonly Changed[], by: By, now: Date): Promise<void> {
  for (const { after } of changes) await saveEvent(tx, after);
  const told = changes.filter((change) => isToldNow(change, now));
  await tellPeople(tx, told, by, now);
  for (const { after } of changes) await promoteWaiting(tx, after, now);
}

/** Computes the change of each event, the named one first; returns the first refusal if there is one. */
export function changesOf(events: readonly SocialEventRow[], change: EventChange, now: Date): Result<Changed[]> {
  const [first] = events;
  const changes: Changed[] = [];
  for (const event of events) {
    const changed = applied(event, changeFor(event, first ?? event, change), now);
    if (!changed.ok) return changed;
    changes.push(changed.value);
  }
  return ok(changes);
}

/** Locks the event, and if asked the later ones of its series; the named one first. */
export async function lockForChange(
  tx: Transaction,
  person: Viewer,
  { eventId, scope }: { readonly eventId: string; readonly scope: EventChange["scope"] },
  now: Date,
): Promise<Result<SocialEventRow[]>> {
  const later = scope === "following" && isCleanText(eventId) ? await lockFollowing(tx, eventId, now) : [];
  const event = await lockEvent(tx, person, eventId);
  return event.ok ? ok([event.value, ...later]) : event;
}

/** Splits a change into the part that applies now and the part that waits for an organizer. */
async function partsOf(tx: Transaction, person: Person, events: readonly SocialEventRow[], change: EventChange) {
  const hasOwnId = await hasHostId(tx, person);
  const isAtOnce = events.every((event) => changesAtOnce(person, event, hasOwnId));
  return isAtOnce ? { shown: change, proposed: {}, isAtOnce } : { ...splitChange(change), isAtOnce };
}

/** Per person and event, because each of these changes is mailed to all guests and hosts. */
const TOLD_CHANGES = {
  name: "told_changes",
  max: 20,
  windowSeconds: 86_400,
  why: "Everyone who is coming gets an email about each change, and you changed this event many times.",
};

/** 'join group for location' is not a place: as in a new event, it makes the place members-only. */
function readPlace(wish: EventChange): EventChange {
  const { location, ...change } = wish;
  if (location === undefined || !isMembersOnly(location)) return wish;
  return { ...change, membersOnly: true, ...(change.privateLocation && { location: change.privateLocation }) };
}

/**
 * Changes an event for its host or an organizer, and if asked the later events of its series. A new time, place or
 * status is mailed to its guests. More places go to the waiting list; fewer places remove no one. Never overwrites a
 * concurrent change. Settings that guests act on wait for review if the host is neither a member nor has a Host ID; the
 * event stays unchanged until then.
 */
export async function changeEvent(
  app: App,
  person: Person,
  eventId: string,
  wish: EventChange,
): Promise<Result<ChangedEvent>> {
  const change = readPlace(wish);
  const organizers = await listOrganizerAddresses(app);
  return app.db.transaction(async (tx): Promise<Result<ChangedEvent>> => {
    const now = app.clock.now();
    const events = await lockForChange(tx, person, { eventId, scope: change.scope }, now);
    if (!events.ok) return events;
    const [event, ...later] = events.value as [SocialEventRow, ...SocialEventRow[]];
    for (const each of events.value) {
      const manager = requireEventManager(person, each);
      if (!manager.ok) return manager;
    }
    const isTheirs = refuseHostsOwn(person, event, change);
    if (!isTheirs.ok) return isTheirs;
    const isOffered = refuseUnknownChat(app, event, change);
    if (!isOffered.ok) return isOffered;
    const { shown, proposed, isAtOnce } = await partsOf(tx, person, events.value, change);
    const waiting = await lockProposed(tx, eventId);
    const isFree = refuseOverwriting(isAtOnce ? settingsOf(event) : wishedSettings(event, waiting), change);
    if (!isFree.ok) return isFree;
    // A change that waits must be valid too, because an organizer can't edit it.
    const possible = changesOf(events.value, change, now);
    if (!possible.ok) return possible;
    const cover = await takeCover(tx, change.imgKey ?? "", now);
    if (!cover.ok) return cover;
    const changes = isAtOnce ? possible : changesOf(events.value, shown, now);
    if (!changes.ok) return changes;
    if (changes.value.some((each) => isToldNow(each, now))) {
      const allowed = await countUse(app, TOLD_CHANGES, `${eventId} by ${person.userId}`, tx);
      if (!allowed.ok) return allowed;
    }
    if (Object.keys(settingsIn(shown)).length > 0 || isAtOnce) {
      await saveAll(tx, changes.value, person.userId, now);
      await auditChange(tx, person, changes.value, now);
    }
    const kept = await propose(tx, person, event, { waiting, proposed, scope: change.scope }, now);
    if (kept !== waiting) await tellOrganizers(tx, organizers, { before: waiting, kept }, now);
    const [row] = await tx.select().from(socialEvents).where(eq(socialEvents.id, eventId));
    return ok({
      socialEvents: { Item: viewEvent(row ?? event, person) },
      waiting: viewWaiting(kept),
      also: later.map(({ id }) => id),
    });
  });
}
