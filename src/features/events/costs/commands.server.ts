import { and, eq, inArray, ne, or, sql } from "drizzle-orm";
import { writeAudit } from "#src/audit/audit-log.server.ts";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { moment } from "#src/db/instant.ts";
import { type EventShareRow, eventCosts, eventShares } from "#src/db/tables/costs.ts";
import type { SocialEventRow } from "#src/db/tables/events.ts";
import { costMails } from "#src/features/events/costs/mails.server.ts";
import {
  NO_HEADS,
  NOBODY_TO_REMIND,
  NOT_PUBLISHED,
  PAID_MORE,
  SHARE_NOT_FOUND,
  SOMEBODY_PAID,
} from "#src/features/events/costs/messages.ts";
import { type Head, openCosts, readCosts, readHeads, remindable } from "#src/features/events/costs/queries.server.ts";
import { sharesOf } from "#src/features/events/costs/rules.ts";
import type { Costs, NewCost } from "#src/features/events/costs/schema.ts";
import { addressOf } from "#src/mail/address.server.ts";
import { mailsOwed } from "#src/mail/outbox.server.ts";
import type { CostKeeper } from "#src/policy/events.ts";
import type { Person } from "#src/policy/viewer.ts";
import { uuidv7 } from "#src/shared/ids.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";
import type { ShareStatus } from "#src/shared/states.ts";

const keyOf = ({ userId, walkIn }: Pick<Head, "userId" | "walkIn">) => userId ?? `walk-in:${walkIn}`;

/** Runs a change under the event's lock and returns the resulting cost. */
async function changing(
  app: App,
  person: Person,
  eventId: string,
  change: (tx: Transaction, opened: { event: SocialEventRow; keeper: CostKeeper }, now: Date) => Promise<Result<void>>,
): Promise<Result<Costs>> {
  const done = await app.db.transaction(async (tx): Promise<Result<void>> => {
    const opened = await openCosts(tx, person, eventId, true);
    return opened.ok ? change(tx, opened.value, app.clock.now()) : opened;
  });
  return done.ok ? readCosts(app, person, eventId) : done;
}

/** The host paid for everyone, so their own share is never open. */
const isHosts = (share: Pick<EventShareRow, "userId">, { hostUserId }: SocialEventRow) =>
  share.userId !== null && share.userId === hostUserId;

/** The rows of a split. Paid and waived shares stay; open ones and the host's are recomputed and keep their reminders. */
function rowsOf(
  event: SocialEventRow,
  cost: NewCost,
  heads: readonly Head[],
  known: readonly EventShareRow[],
  now: Date,
) {
  const settled = known.filter((share) => share.status !== "open" && !isHosts(share, event));
  const done = new Set(settled.map(keyOf));
  const parties = heads.filter((head) => !done.has(keyOf(head)));
  const amounts = sharesOf(
    cost,
    parties.map((head) => ({ key: keyOf(head), heads: head.heads })),
    settled.reduce((sum, { amountCents }) => sum + amountCents, 0),
  );
  if (amounts === null) return null;
  const earlier = new Map(known.map((share) => [keyOf(share), share]));
  return parties.map((head) => {
    const { id = uuidv7(now.getTime()), reminders = 0, remindedAt = null } = earlier.get(keyOf(head)) ?? {};
    const status: ShareStatus = isHosts(head, event) ? "paid" : "open";
    return {
      ...head,
      id,
      eventId: event.id,
      amountCents: amounts.get(keyOf(head)) ?? 0,
      status,
      reminders,
      remindedAt,
    };
  });
}

/** Sets an event's cost and splits it over the people who came. Can be repeated when either changes. */
export function splitCost(app: App, person: Person, eventId: string, cost: NewCost): Promise<Result<Costs>> {
  return changing(app, person, eventId, async (tx, { event, keeper }, now) => {
    if (event.held) return fail("conflict", NOT_PUBLISHED);
    const { over, list } = await readHeads(tx, eventId);
    if (list.length === 0) return fail("conflict", NO_HEADS);
    const known = await tx.select().from(eventShares).where(eq(eventShares.eventId, eventId));
    const rows = rowsOf(event, cost, list, known, now);
    if (rows === null) return fail("conflict", PAID_MORE);
    const stored = { ...cost, eventId, splitOver: over, splitAt: now };
    await tx.insert(eventCosts).values(stored).onConflictDoUpdate({ target: eventCosts.eventId, set: stored });
    const isOfHost = event.hostUserId === null ? undefined : eq(eventShares.userId, event.hostUserId);
    await tx
      .delete(eventShares)
      .where(and(eq(eventShares.eventId, eventId), or(eq(eventShares.status, "open"), isOfHost)));
    if (rows.length > 0) await tx.insert(eventShares).values(rows);
    const after = { amountCents: cost.amountCents, people: list.reduce((sum, { heads }) => sum + heads, 0) };
    await writeAudit(tx, keeper, { action: "cost_split", subjectIds: [eventId], after }, now);
    return ok(undefined);
  });
}

/** Removes an event's cost, unless anyone besides the host already paid. */
export function removeCost(app: App, person: Person, eventId: string): Promise<Result<Costs>> {
  return changing(app, person, eventId, async (tx, { event: { hostUserId }, keeper }, now) => {
    const isOthers = hostUserId === null ? undefined : sql`${eventShares.userId} is distinct from ${hostUserId}`;
    const paid = await tx.$count(
      eventShares,
      and(eq(eventShares.eventId, eventId), eq(eventShares.status, "paid"), isOthers),
    );
    if (paid > 0) return fail("conflict", SOMEBODY_PAID);
    await tx.delete(eventShares).where(eq(eventShares.eventId, eventId));
    const gone = await tx.delete(eventCosts).where(eq(eventCosts.eventId, eventId)).returning();
    if (gone.length > 0) await writeAudit(tx, keeper, { action: "cost_removed", subjectIds: [eventId] }, now);
    return ok(undefined);
  });
}

type Mark = { readonly eventId: string; readonly shareId: string; readonly status: ShareStatus };

/** Marks a share as paid, waived or open again. */
export function markShare(app: App, person: Person, { eventId, shareId, status }: Mark): Promise<Result<Costs>> {
  return changing(app, person, eventId, async (tx, { keeper }, now) => {
    const isIt = and(eq(eventShares.eventId, eventId), eq(eventShares.id, shareId));
    const [share] = await tx.select().from(eventShares).where(isIt);
    if (!share) return fail("not_found", SHARE_NOT_FOUND);
    const [changed] = await tx
      .update(eventShares)
      .set({ status })
      .where(and(isIt, ne(eventShares.status, status)))
      .returning();
    if (!changed) return ok(undefined);
    const subjectIds = share.userId === null ? [eventId] : [eventId, share.userId];
    const [before, after] = [{ status: share.status }, { status, amountCents: share.amountCents }];
    await writeAudit(tx, keeper, { action: "share_marked", subjectIds, before, after }, now);
    return ok(undefined);
  });
}

/** Mails a reminder to everyone with an open share: at most twice, days apart. */
export function remindOfShares(app: App, person: Person, eventId: string): Promise<Result<Costs>> {
  return changing(app, person, eventId, async (tx, { keeper }, now) => {
    const reminded = await tx
      .update(eventShares)
      .set({ reminders: sql`${eventShares.reminders} + 1`, remindedAt: now })
      .where(remindable(eventId, now))
      .returning({ id: eventShares.id });
    if (reminded.length === 0) return fail("conflict", NOBODY_TO_REMIND);
    const ids = reminded.map(({ id }) => id);
    // Keyed by event and person, so that removing and splitting the cost again sends no extra reminders.
    const key = sql`s.event_id || ':' || s.user_id || ':' || s.reminders`;
    const data = { shareId: sql`s.id`, eventId: sql`s.event_id`, userId: sql`s.user_id`, reminder: sql`s.reminders` };
    const from = sql`from event_shares s where ${inArray(sql`s.id`, ids)} and s.reminded_at = ${moment(now)}`;
    await tx.execute(mailsOwed(costMails.share_reminder, { key, email: addressOf(sql`s.user_id`), data, from }, now));
    const after = { people: reminded.length };
    await writeAudit(tx, keeper, { action: "shares_reminded", subjectIds: [eventId], after }, now);
    return ok(undefined);
  });
}
