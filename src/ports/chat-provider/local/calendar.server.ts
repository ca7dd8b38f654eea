import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db, Transaction } from "#src/db/connect.server.ts";
import { chatCalendar } from "#src/db/tables/chat-calendar.ts";
import { chatMessages, chats } from "#src/db/tables/chats.ts";
import { type CalendarEntry, type CalendarOutcome, pollWords } from "#src/ports/chat-provider/port.ts";
import { clockTime, longDate, weekdayName } from "#src/shared/dates.ts";
import { uuidv7 } from "#src/shared/ids.ts";
import { wallTime, zoneAbbreviation } from "#src/shared/zones.server.ts";

const NO_CHAT: CalendarOutcome = { ok: false, fault: "unknown_chat" };
const NO_EVENT: CalendarOutcome = { ok: false, fault: "unknown_event" };

type Chat = { readonly id: string; readonly name: string; readonly lastSeq: number };

/** Locks the chat's row, which serializes its messages and calendar. */
async function lockChat(tx: Transaction, chatId: string): Promise<Chat | undefined> {
  const [chat] = await tx
    .select({ id: chats.id, name: chats.name, lastSeq: chats.lastSeq })
    .from(chats)
    .where(eq(chats.id, chatId))
    .for("no key update");
  return chat;
}

/** Saturday, November 28, 2026, 6:00 PM EST */
function whenWords({ startsAt, timeZone }: CalendarEntry): string {
  const moment = new Date(startsAt);
  const { day, time } = wallTime(moment, timeZone);
  return `${weekdayName(day)}, ${longDate(day)}, ${clockTime(time)} ${zoneAbbreviation(moment, timeZone)}`;
}

/** Posts a system message. */
async function announce(tx: Transaction, chat: Chat, text: string, now: Date): Promise<void> {
  const seq = chat.lastSeq + 1;
  await tx.insert(chatMessages).values({
    chatId: chat.id,
    seq,
    id: uuidv7(now.getTime()),
    name: chat.name,
    text,
    system: true,
    createdAt: now,
  });
  await tx
    .update(chats)
    .set({ lastSeq: seq, messageCount: sql`${chats.messageCount} + 1`, updatedAt: now })
    .where(eq(chats.id, chat.id));
}

function announcement(what: string, entry: CalendarEntry): string {
  const where = entry.place.address || entry.place.name;
  return [`${what}: ${entry.name}`, whenWords(entry), where, pollWords(entry), entry.url].filter(Boolean).join("\n");
}

function factsOf({ name, description, startsAt, endsAt, timeZone, place, url }: CalendarEntry) {
  return {
    name,
    description,
    startsAt: new Date(startsAt),
    endsAt: new Date(endsAt),
    timeZone,
    placeName: place.name,
    placeAddress: place.address,
    url,
  };
}

/** The id of the calendar entry with this key. */
export async function findEvent(db: Db | Transaction, { chatId, key }: CalendarEntry): Promise<string | null> {
  const [found] = await db
    .select({ id: chatCalendar.id })
    .from(chatCalendar)
    .where(and(eq(chatCalendar.chatId, chatId), eq(chatCalendar.key, key), isNull(chatCalendar.cancelledAt)));
  return found?.id ?? null;
}

/** The key makes this idempotent. */
export async function createEvent(tx: Transaction, entry: CalendarEntry, now: Date): Promise<CalendarOutcome> {
  const { chatId, key } = entry;
  const chat = await lockChat(tx, chatId);
  if (!chat) return NO_CHAT;
  const before = await findEvent(tx, entry);
  if (before !== null) return { ok: true, calendarEventId: before };
  const id = uuidv7(now.getTime());
  await tx.insert(chatCalendar).values({ id, chatId, key, ...factsOf(entry), createdAt: now, updatedAt: now });
  await announce(tx, chat, announcement("In the calendar", entry), now);
  return { ok: true, calendarEventId: id };
}

async function readEvent(tx: Transaction, chatId: string, id: string) {
  const [row] = await tx
    .select()
    .from(chatCalendar)
    .where(and(eq(chatCalendar.chatId, chatId), eq(chatCalendar.id, id)));
  return row;
}

/** An unchanged entry is not announced again. */
export async function updateEvent(
  tx: Transaction,
  id: string,
  entry: CalendarEntry,
  now: Date,
): Promise<CalendarOutcome> {
  const chat = await lockChat(tx, entry.chatId);
  const before = chat && (await readEvent(tx, chat.id, id));
  if (!before || before.cancelledAt) return NO_EVENT;
  const facts = factsOf(entry);
  const isSame = Object.entries(facts).every(
    ([field, value]) => String(before[field as keyof typeof facts]) === String(value),
  );
  if (isSame) return { ok: true, calendarEventId: id };
  await tx
    .update(chatCalendar)
    .set({ ...facts, updatedAt: now })
    .where(eq(chatCalendar.id, id));
  await announce(tx, chat, announcement("Changed in the calendar", entry), now);
  return { ok: true, calendarEventId: id };
}

export async function cancelEvent(
  tx: Transaction,
  id: string,
  entry: CalendarEntry,
  now: Date,
): Promise<CalendarOutcome> {
  const chat = await lockChat(tx, entry.chatId);
  const before = chat && (await readEvent(tx, chat.id, id));
  if (!before) return NO_EVENT;
  if (before.cancelledAt) return { ok: true, calendarEventId: id };
  await tx.update(chatCalendar).set({ cancelledAt: now, updatedAt: now }).where(eq(chatCalendar.id, id));
  await announce(tx, chat, `Canceled: ${before.name}\n${whenWords(entry)}\n${entry.url}`, now);
  return { ok: true, calendarEventId: id };
}
