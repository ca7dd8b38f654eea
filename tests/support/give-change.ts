import { makeEvent } from "#seeds/factories.ts";
import type { Db } from "#src/db/connect.server.ts";
import { eventAttendance, eventCoHosts, eventGreeters } from "#src/db/tables/attendance.ts";
import { automationLog } from "#src/db/tables/automation.ts";
import { courtBoards, courtPlayers, courtResults } from "#src/db/tables/courts.ts";
import { eventChanges } from "#src/db/tables/event-changes.ts";
import { personNotes, personTags } from "#src/db/tables/person-notes.ts";
import { placeLinks } from "#src/db/tables/place-links.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { chatLimits, chatMessages, chatReactions } from "#src/db/tables/chats.ts";
import { personBlocks } from "#src/db/tables/blocks.ts";
import { eventCosts, eventShares } from "#src/db/tables/costs.ts";
import { hostMessages } from "#src/db/tables/host-messages.ts";
import { seatOffers } from "#src/db/tables/rsvps.ts";
import { playerIdOf } from "#src/features/events/court-plan/rules/players.ts";

type Given = { readonly db: Db; readonly id: string; readonly userId: string; readonly now: Date };

/** Gives a person a hosted event with a change that waits for an organizer. */
export async function giveChange({ db, id, userId, now }: Given): Promise<void> {
  const event = makeEvent({ day: "2026-12-06", title: `Changed ${id}`, hostUserId: userId });
  await db.insert(socialEvents).values(event);
  await db
    .insert(eventChanges)
    .values({ eventId: event.id, userId, change: { title: "New" }, scope: "this", version: id, proposedAt: now });
}

/** Gives a person a mailed link to their place at an event. */
export async function givePlaceLink({ db, id, userId, now, eventId }: Given & { eventId: string }): Promise<void> {
  const email = `${id}@example.com`;
  await db.insert(placeLinks).values({ tokenHash: id, eventId, email, userId, createdAt: now, expiresAt: now });
}

type Played = { readonly eventId: string; readonly player: string; readonly userId: string; readonly now: Date };

/** Gives a person a result on the court board of an event. */
async function giveResult(db: Db, { eventId, player, userId, now }: Played): Promise<void> {
  await db.insert(courtPlayers).values({ eventId, player, userId, level: 3 });
  await db.insert(courtResults).values({
    eventId,
    player,
    game: "1-1",
    side: 0,
    points: 11,
    against: 7,
    endedAt: now,
    change: 0.05,
    doubt: "It was 9 to 11.",
  });
}

/** Gives a person a place and a result on the court board of an event. */
export async function giveBoard(db: Db, played: Played): Promise<void> {
  const { eventId, player, now } = played;
  await db.insert(courtBoards).values({ eventId, version: 1, board: { players: [{ id: player }] }, updatedAt: now });
  await giveResult(db, played);
}

/** Gives a person an event at which they were offered a seat, kept the door, wrote to the guests, came, and were thanked. */
export async function giveDay({ db, id, userId, now }: Given): Promise<void> {
  const event = makeEvent({ day: "2026-11-12", title: `Kept ${id}` });
  const eventId = event.id;
  await db.insert(socialEvents).values(event);
  await db.insert(eventAttendance).values({ eventId, id, userId, presence: "here", markedAt: now });
  await giveResult(db, { eventId, player: playerIdOf(id), userId, now });
  await db.insert(automationLog).values({ id, kind: "thanks", key: id, userId, createdAt: now });
  await db.insert(eventCosts).values({ eventId, kind: "total", amountCents: 2000, splitOver: "came", splitAt: now });
  await db.insert(eventShares).values({ id, eventId, userId, heads: 1, amountCents: 2000, status: "paid" });
  await db.insert(personNotes).values({ id, userId, text: "Brings the net.", createdAt: now });
  await db.insert(personTags).values({ userId, tag: `tag ${id}`, taggedAt: now });
  await db.insert(personBlocks).values({ id, userId, reason: "Rude", blockedAt: now, liftedAt: now });
  await db.insert(chatLimits).values({ id, userId, reason: "Loud", setAt: now, until: now });
  await db.insert(eventGreeters).values({ eventId, userId, namedAt: now });
  await db.insert(eventCoHosts).values({ eventId, userId, namedAt: now });
  const words = { groups: ["going" as const], subject: "", body: "See you there.", recipients: 1, createdAt: now };
  await db.insert(hostMessages).values({ id, eventId, authorUserId: userId, isHost: false, ...words });
  await db
    .insert(seatOffers)
    .values({ id, eventId, userId, kind: "offer", outcome: "accepted", offeredAt: now, expiresAt: now, endedAt: now });
}

/** Lets a person react to one of their messages, and to one to which all of them do, so that two records meet there. */
export async function giveReactions(db: Given["db"], userId: string, { seq, now }: { seq: number; now: Date }) {
  const shared = { chatId: "ours", seq: 0, id: "0", name: "Somebody", text: "hi", createdAt: now };
  await db.insert(chatMessages).values(shared).onConflictDoNothing();
  const reactions = [0, seq].map((to) => ({ chatId: "ours", seq: to, emoji: "👍" as const, userId, reactedAt: now }));
  await db.insert(chatReactions).values(reactions).onConflictDoNothing();
}
