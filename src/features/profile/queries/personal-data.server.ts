import { and, asc, eq, getTableColumns, inArray, or, sql, type SQL, isNotNull, isNull } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { App } from "#src/context/app.ts";
import { accounts, sessions } from "#src/db/tables/accounts.ts";
import { eventAttendance, eventCoHosts, eventGreeters } from "#src/db/tables/attendance.ts";
import { calendarLinks } from "#src/db/tables/calendar-links.ts";
import {
  chatLimits,
  chatMembers,
  chatMessages,
  chatPictures,
  chatReactions,
  chatReads,
  chats,
} from "#src/db/tables/chats.ts";
import { courtPlayers, courtResults } from "#src/db/tables/courts.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { formSubmissions } from "#src/db/tables/form-submissions.ts";
import { joinSubmissions } from "#src/db/tables/join-submissions.ts";
import { personBlocks } from "#src/db/tables/blocks.ts";
import { eventShares } from "#src/db/tables/costs.ts";
import { hostMessages } from "#src/db/tables/host-messages.ts";
import { mailOutbox } from "#src/db/tables/mail.ts";
import { notices } from "#src/db/tables/notices.ts";
import { pushPreferences, pushSubscriptions } from "#src/db/tables/push.ts";
import { bitcoinCashCheckouts, memberships, payments } from "#src/db/tables/payments.ts";
import { eventPolls, eventRsvps, pollOptions, pollVotes, seatOffers, waitingList } from "#src/db/tables/rsvps.ts";
import { users } from "#src/db/tables/users.ts";
import { type Belongings, findBelongings } from "#src/features/profile/queries/belongings.server.ts";
import { readHosting } from "#src/features/profile/queries/hosting-data.server.ts";
import type { Reader } from "#src/features/profile/queries/profile.server.ts";
import { readRecorded, readSignInMethods } from "#src/features/profile/queries/recorded-data.server.ts";
import { readTraces } from "#src/features/profile/queries/traces.server.ts";
import type { ProfileExport } from "#src/features/profile/schema.ts";
import { viewExport } from "#src/features/profile/view/export.ts";
import { findMailPreferences } from "#src/mail/preferences.server.ts";
import type { Proved } from "#src/policy/proof.ts";
import { ok, type Result } from "#src/shared/result.ts";

/** A person's applications: those merged into their records, and those with their address. */
function isApplicationOf({ userIds, email }: Belongings): SQL | undefined {
  return or(
    inArray(joinSubmissions.userId, [...userIds]),
    email === null ? undefined : sql`lower(trim(${joinSubmissions.data} ->> 'email')) = ${email}`,
  );
}

async function readAnswers(db: Reader, userIds: string[]) {
  const rsvps = db
    .select()
    .from(eventRsvps)
    .where(inArray(eventRsvps.userId, userIds))
    .orderBy(asc(eventRsvps.eventId));
  const waiting = db.select().from(waitingList).where(inArray(waitingList.userId, userIds));
  const offers = db.select().from(seatOffers).where(inArray(seatOffers.userId, userIds)).orderBy(asc(seatOffers.id));
  const votes = db
    .select({
      eventId: pollOptions.eventId,
      question: eventPolls.question,
      option: pollOptions.label,
      votedAt: pollVotes.votedAt,
    })
    .from(pollVotes)
    .innerJoin(pollOptions, eq(pollOptions.id, pollVotes.optionId))
    .innerJoin(eventPolls, eq(eventPolls.eventId, pollOptions.eventId))
    .where(inArray(pollVotes.userId, userIds));
  const attended = db.select().from(eventAttendance).where(inArray(eventAttendance.userId, userIds));
  const written = db
    .select()
    .from(hostMessages)
    .where(inArray(hostMessages.authorUserId, userIds))
    .orderBy(asc(hostMessages.createdAt));
  const greets = db.select().from(eventGreeters).where(inArray(eventGreeters.userId, userIds));
  const coHosts = db.select().from(eventCoHosts).where(inArray(eventCoHosts.userId, userIds));
  const results = db
    .select(getTableColumns(courtResults))
    .from(courtResults)
    .innerJoin(
      courtPlayers,
      and(eq(courtPlayers.eventId, courtResults.eventId), eq(courtPlayers.player, courtResults.player)),
    )
    .where(inArray(courtPlayers.userId, userIds))
    .orderBy(asc(courtResults.endedAt));
  return {
    rsvps: await rsvps,
    waiting: await waiting,
    offers: await offers,
    votes: await votes,
    attended: await attended,
    results: await results,
    greets: await greets,
    coHosts: await coHosts,
    written: await written,
  };
}

/** Their debts for events, and their blocks and chat limits. */
async function readOwed(db: Reader, userIds: string[]) {
  const owed = db.select().from(eventShares).where(inArray(eventShares.userId, userIds)).orderBy(asc(eventShares.id));
  const blocks = db
    .select()
    .from(personBlocks)
    .where(inArray(personBlocks.userId, userIds))
    .orderBy(asc(personBlocks.id));
  const limits = db.select().from(chatLimits).where(inArray(chatLimits.userId, userIds)).orderBy(asc(chatLimits.id));
  return { owed: await owed, blocks: await blocks, chatLimits: await limits };
}

/** A chat's name; for a thread, with its event, because all threads have the same name. */
const chatName = sql<string>`concat_ws(': ', ${chats.name}, ${socialEvents.title})`;

async function readTalk(db: Reader, userIds: string[], sub: string) {
  const inChats = db
    .select({ chat: chatName, name: chatMembers.name, joinedAt: chatMembers.joinedAt })
    .from(chatMembers)
    .innerJoin(chats, eq(chats.id, chatMembers.chatId))
    .leftJoin(socialEvents, eq(socialEvents.id, chats.eventId))
    .where(inArray(chatMembers.userId, userIds));
  const isKept = or(isNull(chatMessages.removedAt), isNotNull(chatMessages.said));
  const reads = db
    .select({ chat: chatName, upTo: chatReads.seq })
    .from(chatReads)
    .innerJoin(chats, eq(chats.id, chatReads.chatId))
    .leftJoin(socialEvents, eq(socialEvents.id, chats.eventId))
    .where(eq(chatReads.sub, sub));
  const messages = db
    .select({
      chat: chatName,
      name: chatMessages.name,
      text: chatMessages.text,
      createdAt: chatMessages.createdAt,
      removedAt: chatMessages.removedAt,
      said: chatMessages.said,
      pictureKey: chatPictures.key,
      pictureAlt: chatPictures.alt,
    })
    .from(chatMessages)
    .innerJoin(chats, eq(chats.id, chatMessages.chatId))
    .leftJoin(socialEvents, eq(socialEvents.id, chats.eventId))
    .leftJoin(chatPictures, and(eq(chatPictures.chatId, chatMessages.chatId), eq(chatPictures.seq, chatMessages.seq)))
    .where(and(inArray(chatMessages.userId, userIds), isKept))
    .orderBy(asc(chatMessages.createdAt));
  const reactions = db
    .select({ chat: chatName, emoji: chatReactions.emoji, reactedAt: chatReactions.reactedAt })
    .from(chatReactions)
    .innerJoin(chats, eq(chats.id, chatReactions.chatId))
    .leftJoin(socialEvents, eq(socialEvents.id, chats.eventId))
    .where(inArray(chatReactions.userId, userIds))
    .orderBy(asc(chatReactions.reactedAt));
  const told = db
    .select({ ...getTableColumns(notices), eventTitle: socialEvents.title })
    .from(notices)
    .leftJoin(socialEvents, eq(socialEvents.id, notices.eventId))
    .where(inArray(notices.userId, userIds))
    .orderBy(asc(notices.id));
  const talk = {
    memberships: await inChats,
    messages: await messages,
    reads: await reads,
    reactions: await reactions,
  };
  return { talk, notices: await told };
}

/** Their notification choices and subscribed browsers. */
async function readPushes(db: Reader, sub: string) {
  const [pushChoices] = await db.select().from(pushPreferences).where(eq(pushPreferences.sub, sub));
  const browsers = await db
    .select({ endpoint: pushSubscriptions.endpoint, createdAt: pushSubscriptions.createdAt })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .where(eq(sessions.sub, sub))
    .orderBy(asc(pushSubscriptions.id));
  return { pushChoices, browsers };
}

async function readPost(db: Reader, { email }: Belongings) {
  if (email === null) return { forms: [], mails: [], preferences: undefined };
  const forms = db
    .select()
    .from(formSubmissions)
    .where(eq(formSubmissions.email, email))
    .orderBy(asc(formSubmissions.id));
  const mails = db.select().from(mailOutbox).where(eq(mailOutbox.email, email)).orderBy(asc(mailOutbox.id));
  const preferences = await findMailPreferences(db, email);
  return { forms: await forms, mails: await mails, preferences };
}

/** Payments, what they bought, and checkouts begun, with the emails that count as theirs in an erasure too. */
async function readMoney(db: Reader, { userIds: ids, email }: Belongings) {
  const userIds = [...ids];
  const isTheirs = (owner: PgColumn, payer: PgColumn) =>
    or(inArray(owner, userIds), email === null ? undefined : eq(payer, email));
  const isBought = isTheirs(memberships.userId, memberships.payerEmail);
  const bought = db.select().from(memberships).where(isBought).orderBy(asc(memberships.id));
  const isPaid = isTheirs(payments.userId, payments.payerEmail);
  const paid = db.select().from(payments).where(isPaid).orderBy(asc(payments.id));
  const isBegun = isTheirs(bitcoinCashCheckouts.userId, bitcoinCashCheckouts.email);
  const begun = db.select().from(bitcoinCashCheckouts).where(isBegun);
  return { bought: await bought, paid: await paid, begun: await begun };
}

/** All data about the caller, from one snapshot. The only response without a length limit. */
export async function exportPersonalData(app: App, self: Proved): Promise<Result<ProfileExport>> {
  const { sub } = self;
  return app.db.transaction(
    async (tx) => {
      const belongings = await findBelongings(tx, sub);
      const userIds = [...belongings.userIds];
      const [account] = await tx.select().from(accounts).where(eq(accounts.sub, sub));
      const [calendarLink] = await tx.select().from(calendarLinks).where(eq(calendarLinks.sub, sub));
      const rows = {
        calendarLink,
        account,
        sessions: await tx.select().from(sessions).where(eq(sessions.sub, sub)),
        people: await tx.select().from(users).where(inArray(users.userId, userIds)),
        joinForms: await tx.select().from(joinSubmissions).where(isApplicationOf(belongings)),
        ...(await readAnswers(tx, userIds)),
        ...(await readOwed(tx, userIds)),
        ...(await readTalk(tx, userIds, sub)),
        ...(await readPost(tx, belongings)),
        ...(await readPushes(tx, sub)),
        ...(await readMoney(tx, belongings)),
        hosting: await readHosting(tx, userIds),
        traces: await readTraces(tx, belongings, sub),
        methods: await readSignInMethods(tx, sub),
        recorded: await readRecorded(tx, belongings, sub),
      };
      return ok(viewExport(self, rows, { now: app.clock.now(), publicUrl: app.publicUrl }));
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}
