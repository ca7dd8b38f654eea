import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import {
  type Ended,
  leaveOpen,
  noteEnd,
  type Purpose,
  type Taken,
  takeEvent,
} from "#src/features/events/chat-calendar/commands/claims.server.ts";
import {
  CHANGES_FAILED,
  CHANGES_SENT,
  CHANGES_UNSURE,
  CHAT_IS_GONE,
  CHAT_LOST_EVENT,
  CHAT_REFUSED,
  EVENT_GONE,
  NOT_NOTED,
  NOTHING_TO_SEND,
  POST_FAILED,
  POST_UNSURE,
  postedWords,
  RECORDS_AWAY,
  SELECT_EVENTS_TO_POST,
  TAKEN_OVER,
  WITHDRAWN,
} from "#src/features/events/chat-calendar/messages.ts";
import { readEntries } from "#src/features/events/chat-calendar/queries.server.ts";
import type { CalendarAnswer, CalendarCommand, CalendarResult } from "#src/features/events/chat-calendar/schema.ts";
import { surpriseForLog } from "#src/http/surprise.server.ts";
import type { Admin } from "#src/policy/viewer.ts";
import type { CalendarEntry, CalendarOutcome } from "#src/ports/chat-provider/port.ts";
import { isCleanText } from "#src/shared/fields.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** The chat's response, in words for the caller. */
type Said = { readonly message: string; readonly isError?: true };
const sorry = (message: string): Said => ({ message, isError: true });

/** The chat's response, and the state to store. */
type Answer = { readonly said: Said; readonly ended: Ended };
type Work = { readonly app: App; readonly taken: Taken; readonly entry: CalendarEntry };

function faultWords(outcome: Exclude<CalendarOutcome, { ok: true }>): string {
  if (outcome.fault === "unknown_chat") return CHAT_IS_GONE;
  if (outcome.fault === "unknown_event") return CHAT_LOST_EVENT;
  return outcome.reason ? `${CHAT_REFUSED}: ${outcome.reason}` : `${CHAT_REFUSED}.`;
}

/** An earlier attempt without a known end may have posted it: search the calendar before posting again. */
async function post({ app: { chatProvider }, taken, entry }: Work): Promise<Answer> {
  const { chat, isUnsure } = taken;
  const found = isUnsure ? await chatProvider.findCalendarEvent(entry) : null;
  const outcome: CalendarOutcome =
    found === null ? await chatProvider.createCalendarEvent(entry) : { ok: true, calendarEventId: found };
  if (!outcome.ok) {
    const lastError = faultWords(outcome);
    return { said: sorry(lastError), ended: { status: "failed", lastError, poll: "", sent: null, deed: null } };
  }
  const poll = outcome.calendarEventId;
  const deed = { action: "event_posted", before: { poll: "" }, after: { poll, chat: chat.name } } as const;
  // An earlier attempt may have posted an older version.
  const sent = found === null ? entry : null;
  return { said: { message: postedWords(chat.name) }, ended: { status: "posted", poll, sent, deed } };
}

function withdrawn({ poll, chat }: Taken): Ended {
  const deed = { action: "event_withdrawn", before: { poll, chat: chat.name }, after: { poll: "" } } as const;
  return { status: "withdrawn", poll: "", sent: null, deed };
}

/** The calendar entry stays as it was. */
function unchanged({ poll, sent }: Taken, lastError = ""): Ended {
  return { status: "posted", lastError, poll, sent, deed: null };
}

async function sendCancellation({ app, taken, entry }: Work): Promise<Answer> {
  const outcome = await app.chatProvider.cancelCalendarEvent(taken.poll, entry);
  // Already gone from the calendar: nothing to remove.
  if (outcome.ok || outcome.fault !== "refused") return { said: { message: WITHDRAWN }, ended: withdrawn(taken) };
  const error = faultWords(outcome);
  return { said: sorry(error), ended: unchanged(taken, error) };
}

async function sendChanges(work: Work): Promise<Answer> {
  const { app, taken, entry } = work;
  const { poll, sent, status } = taken;
  if (status === "cancelled") return sendCancellation(work);
  if (isDeepStrictEqual(sent, entry)) return { said: { message: NOTHING_TO_SEND }, ended: unchanged(taken) };
  const outcome = await app.chatProvider.updateCalendarEvent(poll, entry);
  if (!outcome.ok) {
    const error = faultWords(outcome);
    const ended = outcome.fault === "unknown_event" ? withdrawn(taken) : unchanged(taken, error);
    return { said: sorry(error), ended };
  }
  const deed = { action: "event_changes_sent", before: sent, after: entry } as const;
  return { said: { message: CHANGES_SENT }, ended: { status: "posted", poll, sent: entry, deed } };
}

const ASK = {
  post: { ask: post, unsure: POST_UNSURE, failed: POST_FAILED },
  change: { ask: sendChanges, unsure: CHANGES_UNSURE, failed: CHANGES_FAILED },
} as const;

/** Calls the chat service, then stores the outcome. If the process stops between, the next attempt searches first. */
async function askAndNote(app: App, admin: Admin, taken: Taken, purpose: Purpose): Promise<Said> {
  const { eventId, chat } = taken;
  const { ask, unsure } = ASK[purpose];
  let answer: Answer;
  try {
    const entry = (await readEntries(app, [{ eventId, chatId: chat.id }])).get(eventId);
    if (!entry) return sorry(EVENT_GONE);
    answer = await ask({ app, taken, entry });
  } catch (error) {
    app.log.warn({ eventId, ...surpriseForLog(error) }, "nobody knows whether the chat's calendar has it");
    // If this write fails too, the lease expires a little later.
    await leaveOpen(app, taken, unsure).catch(() => undefined);
    return sorry(unsure);
  }
  try {
    return (await noteEnd(app, admin, taken, answer.ended)) ? answer.said : sorry(TAKEN_OVER);
  } catch (error) {
    app.log.error({ eventId, ...surpriseForLog(error) }, "what became of a post could not be noted");
    return answer.said.isError ? answer.said : sorry(NOT_NOTED);
  }
}

async function takeOrSay(app: App, eventId: string, purpose: Purpose): Promise<Result<Taken>> {
  try {
    return await takeEvent(app, eventId, purpose);
  } catch (error) {
    // Earlier events already have results, which must not be lost.
    app.log.error({ eventId, ...surpriseForLog(error) }, "an event could not be taken for posting");
    return fail("unavailable", RECORDS_AWAY);
  }
}

/** The title of an event for its result; empty when the event is gone or the database is down. */
async function readTitle(app: App, eventId: string): Promise<string> {
  if (!isCleanText(eventId)) return "";
  const rows = app.db.select({ title: socialEvents.title }).from(socialEvents).where(eq(socialEvents.id, eventId));
  const [event] = await rows.catch(() => []);
  return event?.title ?? "";
}

async function processOne(app: App, admin: Admin, eventId: string, purpose: Purpose): Promise<CalendarResult> {
  const taken = await takeOrSay(app, eventId, purpose);
  const said = taken.ok ? await askAndNote(app, admin, taken.value, purpose) : sorry(taken.failure.message);
  return {
    event: eventId,
    title: taken.ok ? taken.value.title : await readTitle(app, eventId),
    success: !said.isError,
    message: said.isError ? ASK[purpose].failed : said.message,
    error: said.isError ? said.message : null,
  };
}

/** Posts events to the calendars of their chats, or sends their changes, one after another: a result for each. */
export async function runCalendarCommand(
  app: App,
  admin: Admin,
  { type, eventIds }: CalendarCommand,
): Promise<Result<CalendarAnswer>> {
  const once = [...new Set(eventIds)];
  if (once.length === 0) return fail("invalid", SELECT_EVENTS_TO_POST);
  const results: CalendarResult[] = [];
  for (const eventId of once)
    results.push(await processOne(app, admin, eventId, type === "calendarEvents" ? "post" : "change"));
  const totalSuccessful = results.filter(({ success }) => success).length;
  return ok({ totalProcessed: results.length, totalSuccessful, results });
}
