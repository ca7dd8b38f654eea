import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { writeAudit } from "#src/audit/audit-log.server.ts";
import { logChange } from "#src/db/change-log.server.ts";
import { courtBoards } from "#src/db/tables/courts.ts";
import type { SocialEventRow } from "#src/db/tables/events.ts";
import { BOARD_CHANGED, NOT_AT_THE_DOOR } from "#src/features/events/courts/messages.ts";
import { correctionsOf, playFault } from "#src/features/events/courts/rules.ts";
import { type Board, EMPTY_BOARD } from "#src/features/events/court-plan/rules/board.ts";
import { nextRound } from "#src/features/events/court-plan/rules/next-round.ts";
import { placeOf } from "#src/features/events/court-plan/rules/place.ts";
import { courtMails, NO_COURT } from "#src/features/events/courts/mails.server.ts";
import type { BoardChange, FollowLink, SavedBoard } from "#src/features/events/courts/schema.ts";
import { viewLink } from "#src/features/events/courts/view.ts";
import { keepResults } from "#src/features/events/ladder/commands.server.ts";
import { guestPlayer } from "#src/features/events/ladder/queries.server.ts";
import { lockEvent } from "#src/features/events/rsvps/commands/places.server.ts";
import { addressOf } from "#src/mail/address.server.ts";
import { mailsOwed } from "#src/mail/outbox.server.ts";
import { takesPush } from "#src/mail/pushed.server.ts";
import { type EventManager, requireEventManager } from "#src/policy/events.ts";
import type { Person } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

const TOKEN_BYTES = 16;

type Row = typeof courtBoards.$inferSelect;

/** Changes an event's board under the event's lock, which serializes phones. For people who manage the event. */
async function manageBoard<T>(
  app: App,
  person: Person,
  eventId: string,
  change: (tx: Transaction, row: Row | undefined, event: SocialEventRow, manager: EventManager) => Promise<Result<T>>,
): Promise<Result<T>> {
  return app.db.transaction(async (tx) => {
    const event = await lockEvent(tx, person, eventId);
    if (!event.ok) return event;
    const manager = requireEventManager(person, event.value);
    if (!manager.ok) return manager;
    const [row] = await tx.select().from(courtBoards).where(eq(courtBoards.eventId, eventId));
    return change(tx, row, event.value, manager.value);
  });
}

async function writeBoard(tx: Transaction, values: Row): Promise<void> {
  const { eventId, ...set } = values;
  await tx
    .insert(courtBoards)
    .values({ eventId, ...set })
    .onConflictDoUpdate({ target: courtBoards.eventId, set });
  await logChange(tx, "courts_changed", eventId);
}

/**
 * Queues notifications for players who are next on a court, once per round and court. Not before the first round, when
 * everybody is at the net anyway and each arrival changes the courts.
 */
async function tellNext(tx: Transaction, eventId: string, board: Board, now: Date): Promise<void> {
  if (board.games.length === 0) return;
  const next = board.players.flatMap(({ id }) => {
    const place = placeOf(board, id);
    return place.kind === "next" ? [{ player: id, court: place.court ?? NO_COURT }] : [];
  });
  if (next.length === 0) return;
  const userId = sql`c.user_id`;
  const wants = takesPush({ userId, kind: sql`'court'`, eventId: sql`c.event_id` }, now);
  const owed = {
    key: sql`c.event_id || ${`:${nextRound(board)}:`}::text || n.court || ':' || c.player`,
    email: addressOf(userId),
    data: { userId, eventId: sql`c.event_id`, player: sql`c.player`, court: sql`n.court` },
    from: sql`from court_players c
      join jsonb_to_recordset(${JSON.stringify(next)}::jsonb) as n(player text, court int) on n.player = c.player
      where c.event_id = ${eventId} and ${wants}`,
  };
  await tx.execute(mailsOwed(courtMails.next_on_court, owed, now));
}

/** Whether every player is on the door list or a guest of someone who is, or was when an earlier version was saved. */
async function areAtDoor(tx: Transaction, eventId: string, { players }: Board): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from unnest(${sql.param(players.map(({ id }) => id))}::text[]) p(player)
    where not exists (select from court_players c where c.event_id = ${eventId} and c.player = p.player)
      and p.player <> all (array(select right(id, 8) from event_attendance where event_id = ${eventId}
        union all select ${guestPlayer(sql`a.id`, sql`k`)} from event_attendance a, generate_series(1, a.guests) k
        where a.event_id = ${eventId})) limit 1`);
  return rows.length === 0;
}

type Saved = { readonly eventId: string; readonly before: Board | null; readonly after: Board; readonly now: Date };

/** Results that one entry of the log names; a person corrects fewer at once. */
const NAMED_RESULTS = 10;

function resultsIn(results: readonly string[]): { result: string } {
  const more = results.length - NAMED_RESULTS;
  return { result: [...results.slice(0, NAMED_RESULTS), ...(more > 0 ? [`and ${more} more`] : [])].join("; ") };
}

/** Logs results that a host corrected, struck or reinstated. A game's first score is not a correction. */
async function auditCorrections(tx: Transaction, manager: EventManager, { eventId, before, after, now }: Saved) {
  const corrections = correctionsOf(before, after);
  if (corrections.length === 0) return;
  const deed = {
    action: "event_changed",
    subjectIds: [eventId],
    before: resultsIn(corrections.map(({ was }) => was)),
    after: resultsIn(corrections.map(({ is }) => is)),
  } as const;
  await writeAudit(tx, manager, deed, now);
}

/**
 * Saves a board based on the current version. `conflict` if another phone saved first: the caller then rebases its
 * actions on the new board and retries (decision 0058).
 */
export function saveBoard(
  app: App,
  person: Person,
  eventId: string,
  { version, board }: BoardChange,
): Promise<Result<SavedBoard>> {
  return manageBoard(app, person, eventId, async (tx, row, { chat }, manager) => {
    if ((row?.version ?? 0) !== version) return fail("conflict", BOARD_CHANGED);
    const updatedAt = app.clock.now();
    // Validated when it was written.
    const before = row ? (row.board as Board) : null;
    const isKnown = await areAtDoor(tx, eventId, board);
    const fault = isKnown ? playFault(before, board) : NOT_AT_THE_DOOR;
    if (fault !== null) return fail("invalid", fault, { fields: { board: fault } });
    await writeBoard(tx, { eventId, board, version: version + 1, followToken: row?.followToken ?? null, updatedAt });
    await keepResults(tx, { eventId, activity: chat }, before, board);
    await auditCorrections(tx, manager, { eventId, before, after: board, now: updatedAt });
    await tellNext(tx, eventId, board, updatedAt);
    return ok({ version: version + 1 });
  });
}

/** Replaces the board's link, or with `isEnding` removes it. The previous link stops working at once. */
export function setFollowLink(
  app: App,
  person: Person,
  eventId: string,
  { isEnding }: { isEnding: boolean },
): Promise<Result<FollowLink>> {
  return manageBoard(app, person, eventId, async (tx, row) => {
    const followToken = isEnding ? null : randomBytes(TOKEN_BYTES).toString("base64url");
    const { version, board } = row ?? { version: 0, board: EMPTY_BOARD };
    await writeBoard(tx, { eventId, board, version, followToken, updatedAt: app.clock.now() });
    return ok(viewLink(app.publicUrl, followToken));
  });
}
