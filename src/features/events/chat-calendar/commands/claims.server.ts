import { randomUUID } from "node:crypto";
import { and, asc, desc, eq, isNull, or } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { type CalendarPostRow, calendarPosts } from "#src/db/tables/chat-calendar.ts";
import { chats } from "#src/db/tables/chats.ts";
import { type SocialEventRow, socialEvents } from "#src/db/tables/events.ts";
import { type Deed, writeAudit } from "#src/audit/audit-log.server.ts";
import {
  CHAT_IS_GONE,
  EVENT_GONE,
  noChatWords,
  NOT_POSTED_YET,
  POST_UNDER_WAY,
} from "#src/features/events/chat-calendar/messages.ts";
import { endOfRow, isPosted, whyNotPostable } from "#src/features/events/chat-calendar/rules.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { CALENDAR_CALL_SECONDS } from "#src/ports/chat-provider/port.ts";
import { isCleanText } from "#src/shared/fields.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

// A call to a chat service cannot be part of a transaction. Each attempt therefore commits a lease before the call and
// the outcome after it. An attempt that finds a lease without an outcome must look for the post first.

// Covers a search, a post and the write of its outcome.
const CLAIM_MS = 3 * CALENDAR_CALL_SECONDS * 1000;

/** A lease on one event's post: no other attempt runs until it ends. */
export type Taken = {
  readonly claim: string;
  readonly eventId: string;
  readonly title: string;
  /** The id in the calendar; empty if not posted. */
  readonly poll: string;
  readonly status: SocialEventRow["status"];
  readonly chat: { readonly id: string; readonly name: string };
  /** An earlier attempt may have posted it. */
  readonly isUnsure: boolean;
  readonly sent: unknown;
};

async function lockBoth(tx: Transaction, eventId: string) {
  if (!isCleanText(eventId)) return {};
  const [event] = await tx.select().from(socialEvents).where(eq(socialEvents.id, eventId)).for("update");
  const [post] = await tx.select().from(calendarPosts).where(eq(calendarPosts.eventId, eventId)).for("update");
  return { event, post };
}

/** The chat for an event's post: the one that the event names, else the one of its group. */
async function findChat(app: App, tx: Transaction, event: SocialEventRow) {
  const isNamed = eq(chats.id, event.groupMeChatId);
  const [chat] = await tx
    .select({ id: chats.id, name: chats.name })
    .from(chats)
    .where(
      and(eq(chats.provider, app.chatProvider.name), isNull(chats.eventId), or(isNamed, eq(chats.name, event.chat))),
    )
    .orderBy(desc(isNamed), asc(chats.position), asc(chats.id))
    .limit(1);
  return chat;
}

async function findChatOf(app: App, tx: Transaction, { chatId }: CalendarPostRow) {
  const isThis = and(eq(chats.id, chatId), eq(chats.provider, app.chatProvider.name));
  const [chat] = await tx.select({ id: chats.id, name: chats.name }).from(chats).where(isThis);
  return chat;
}

export type Purpose = "post" | "change";

function whyNot(purpose: Purpose, event: SocialEventRow, now: Date): string | null {
  if (purpose === "change") return isPosted(event) ? null : NOT_POSTED_YET;
  const { poll, generalPublic: generalpublic, status, held } = event;
  return whyNotPostable({ poll, generalpublic, status, held, isOver: endOfRow(event) <= now });
}

/** Takes the lease on an event for one attempt. `conflict`, with a sentence, if that is not possible. */
export async function takeEvent(app: App, eventId: string, purpose: Purpose): Promise<Result<Taken>> {
  return app.db.transaction(async (tx): Promise<Result<Taken>> => {
    const { event, post } = await lockBoth(tx, eventId);
    if (!event) return fail("not_found", EVENT_GONE);
    const now = app.clock.now();
    const reason = whyNot(purpose, event, now);
    if (reason !== null) return fail("conflict", reason);
    if (post?.claimedUntil && post.claimedUntil > now) return fail("conflict", POST_UNDER_WAY);
    // A post stays with the chat it was made in, even if the event names another chat now.
    const isBound = post && (purpose === "change" || post.status === "unsure");
    const chat = isBound ? await findChatOf(app, tx, post) : await findChat(app, tx, event);
    if (!chat) return fail("conflict", isBound ? CHAT_IS_GONE : noChatWords(event.chat));
    const claim = randomUUID();
    const note = {
      chatId: chat.id,
      status: purpose === "post" ? ("unsure" as const) : ("posted" as const),
      claim,
      claimedUntil: new Date(now.getTime() + CLAIM_MS),
      updatedAt: now,
    };
    await tx
      .insert(calendarPosts)
      .values({ eventId, ...note })
      .onConflictDoUpdate({ target: calendarPosts.eventId, set: note });
    const { title, poll, status } = event;
    const isUnsure = post?.status === "unsure";
    return ok({ claim, eventId, title, poll, status, chat, isUnsure, sent: post?.sent ?? null });
  });
}

/** The outcome is unknown. The lease stays until the call must have ended. */
export async function leaveOpen(app: App, { eventId, claim }: Taken, lastError: string): Promise<void> {
  const now = app.clock.now();
  await app.db
    .update(calendarPosts)
    .set({ lastError, claimedUntil: new Date(now.getTime() + CALENDAR_CALL_SECONDS * 1000), updatedAt: now })
    .where(and(eq(calendarPosts.eventId, eventId), eq(calendarPosts.claim, claim)));
}

export type Ended = Pick<CalendarPostRow, "status"> & {
  readonly lastError?: string;
  /** The event's id in the calendar after this attempt; empty if it is not there. */
  readonly poll: string;
  /** What the calendar shows now; null if unknown. */
  readonly sent: unknown;
  /** The audit entry; null if nothing changed. */
  readonly deed: Pick<Deed, "action" | "before" | "after"> | null;
};

/** Records the outcome of an attempt and releases the event. False, without a write, if the lease was lost. */
export async function noteEnd(app: App, admin: Admin, { eventId, claim, poll: before }: Taken, ended: Ended) {
  return app.db.transaction(async (tx) => {
    const { post } = await lockBoth(tx, eventId);
    if (post?.claim !== claim) return false;
    const now = app.clock.now();
    const { status, sent, poll, lastError = "", deed } = ended;
    await tx
      .update(calendarPosts)
      .set({ status, sent, lastError, claim: null, claimedUntil: null, updatedAt: now })
      .where(eq(calendarPosts.eventId, eventId));
    if (poll !== before)
      await tx.update(socialEvents).set({ poll, updatedAt: now }).where(eq(socialEvents.id, eventId));
    if (deed) await writeAudit(tx, admin, { ...deed, subjectIds: [eventId] }, now);
    return true;
  });
}
