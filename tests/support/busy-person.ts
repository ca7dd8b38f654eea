import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { makeEvent } from "#seeds/factories.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { chatMembers, chatMessages, chats } from "#src/db/tables/chats.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { joinSubmissions } from "#src/db/tables/join-submissions.ts";
import { notices } from "#src/db/tables/notices.ts";
import { eventPolls, eventRsvps, pollOptions, pollVotes, waitingList } from "#src/db/tables/rsvps.ts";
import type { TestSite } from "#tests/support/test-site.ts";

type Answer = "going" | "maybe" | "not_going";

/**
 * Three events (the last one has a poll of one choice), a chat of ours and one of a provider's. The events are over
 * unless a day is given: nobody is promoted by what a test does to the rows.
 */
export async function makeTown({ app }: TestSite, day = "2026-11-14") {
  const { db } = app;
  const now = app.clock.now();
  const events = ["Sixes", "Bonfire", "Sunrise"].map((title) => makeEvent({ day, title, capacity: 3 }));
  await db.insert(socialEvents).values(events);
  const [sixes = "", bonfire = "", sunrise = ""] = events.map(({ id }) => id);
  await db.insert(eventPolls).values({ eventId: sunrise, question: "Coffee or tea?" });
  const options = ["coffee", "tea"].map((label, position) => ({ id: label, eventId: sunrise, position, label }));
  await db.insert(pollOptions).values(options);
  const times = { createdAt: now, updatedAt: now };
  await db.insert(chats).values(["ours", "theirs"].map((id) => ({ id, name: id, ...times })));
  return { sixes, bonfire, sunrise };
}

/** Answers in the order in which they were given: the later, the newer. */
export async function rsvp({ app }: TestSite, eventId: string, userId: string, said: Answer, minute: number) {
  const answeredAt = new Date(app.clock.now().getTime() + minute * 60_000);
  await app.db.insert(eventRsvps).values({ eventId, userId, answer: said, answeredAt });
}

/** Answers as people do: the event is locked first, then the person is referred to. Who is gone answers nothing. */
export async function answerNow({ app }: TestSite, eventId: string, userId: string): Promise<void> {
  await app.db
    .transaction(async (tx) => {
      await tx.execute(sql`select from social_events where id = ${eventId} for update`);
      const { rowCount } = await tx
        .insert(eventRsvps)
        .values({ eventId, userId, answer: "going" })
        .onConflictDoNothing();
      await tx.execute(
        sql`update social_events set going_count = going_count + ${rowCount ?? 0}::int where id = ${eventId}`,
      );
    })
    .catch((error: unknown) => {
      if (!String(error instanceof Error ? error.cause : error).includes("foreign key")) throw error;
    });
}

export async function wait({ app }: TestSite, eventId: string, userId: string, ticket: number) {
  await app.db.insert(waitingList).values({ eventId, userId, ticket, joinedAt: app.clock.now() });
}

export async function vote({ app }: TestSite, optionId: string, userId: string, minute: number) {
  const votedAt = new Date(app.clock.now().getTime() + minute * 60_000);
  await app.db.insert(pollVotes).values({ optionId, userId, votedAt });
}

/** Everything else that can refer to somebody: an account, both chats with a message, a notice, a form, a hosted event. */
export async function makeBusy({ app }: TestSite, userId: string, seq: number, eventId: string): Promise<string> {
  const { db } = app;
  const now = app.clock.now();
  const sub = `account of ${userId}`;
  await db.insert(accounts).values({
    sub,
    email: `${sub.replaceAll(" ", ".")}@example.com`.toLowerCase(),
    emailVerified: true,
    groups: ["Members"],
    userId,
    createdAt: now,
    updatedAt: now,
  });
  const person = { userId, name: "Somebody", joinedAt: now };
  await db.insert(chatMembers).values([
    { chatId: "ours", memberId: userId, ...person },
    { chatId: "theirs", memberId: `gm-${seq}`, ...person },
  ]);
  const message = { userId, seq, id: String(seq), name: "Somebody", text: "hello", createdAt: now };
  await db.insert(chatMessages).values([
    { chatId: "ours", authorId: userId, ...message },
    { chatId: "theirs", authorId: `gm-${seq}`, ...message },
  ]);
  await db.insert(notices).values({ id: randomUUID(), userId, kind: "promoted", eventId, createdAt: now });
  const form = { submissionId: randomUUID(), data: {}, userId, createdAt: now, updatedAt: now };
  await db.insert(joinSubmissions).values(form);
  await db.insert(socialEvents).values(makeEvent({ day: "2026-12-05", title: `Hosted ${seq}`, hostUserId: userId }));
  return sub;
}

/** What the commands keep right, made right for rows that were written past them. */
export async function countTown({ app }: TestSite): Promise<void> {
  await app.db.execute(`update social_events e set
    going_count = (select coalesce(sum(1 + guests), 0) from event_rsvps r where r.event_id = e.id and answer = 'going'),
    waiting_count = (select count(*) from waiting_list w where w.event_id = e.id and status = 'waiting')`);
  await app.db.execute(
    "update chats c set member_count = (select count(*) from chat_members m where m.chat_id = c.id)",
  );
}

/** The counts of events and chats that do not say what is there. */
export async function wrongCounts({ app }: TestSite): Promise<unknown[]> {
  const { rows } = await app.db.execute(`
    select id from social_events e where going_count <> (select coalesce(sum(1 + guests), 0) from event_rsvps r where r.event_id = e.id and answer = 'going')
      or waiting_count <> (select count(*) from waiting_list w where w.event_id = e.id and status = 'waiting')
    union all
    select id from chats c where member_count <> (select count(*) from chat_members m where m.chat_id = c.id)`);
  return rows;
}
