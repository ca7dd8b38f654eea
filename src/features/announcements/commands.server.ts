import { and, eq, lte, sql } from "drizzle-orm";
import { writeAudit } from "#src/audit/audit-log.server.ts";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { announcements } from "#src/db/tables/announcements.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { announcementMails } from "#src/features/announcements/mails.server.ts";
import {
  ALL_SENT,
  ALREADY_STOPPED,
  CANCELED,
  EVENT_NOT_FOUND,
  IN_THE_PAST,
  NOBODY,
  NOT_FOUND,
  SCHEDULED,
  segmentWords,
  SENT_OTHERWISE,
  startedWords,
  stoppedWords,
  testSentWords,
  TOO_FAR,
} from "#src/features/announcements/messages.ts";
import { audienceSql } from "#src/features/announcements/queries/audience.server.ts";
import type { NewAnnouncement, TestMail } from "#src/features/announcements/schema.ts";
import { enqueueMails, mailsOwed } from "#src/mail/outbox.server.ts";
import type { Proved } from "#src/policy/proof.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { uuidv7 } from "#src/shared/ids.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";
import type { Segment } from "#src/shared/segments.ts";
import { instantOf } from "#src/shared/zones.server.ts";

/** Due mails per minute: a rate that mail providers accept, so that no long queue builds up. */
const MAILS_A_MINUTE = 300;
const YEAR_MS = 366 * 86_400_000;

type Saved = { success: true; message: string };
type Row = Pick<typeof announcements.$inferSelect, "id" | "segment">;

/** Queues an announcement's mails, spread over time. One statement for any number of people. */
async function start(tx: Transaction, { id, segment }: Row, now: Date): Promise<number> {
  const kind = announcementMails.announcement;
  const audience = sql`from (select email, (row_number() over (order by email) - 1)::int as position
    from (${audienceSql(segment, now)}) as found) as audience`;
  const mails = mailsOwed(
    kind,
    {
      key: sql`${`${id}:`}::text || audience.email`,
      email: sql`audience.email`,
      data: { announcementId: sql`${id}::text` },
      from: audience,
      dueAt: sql`${now.toISOString()}::timestamptz + audience.position / ${MAILS_A_MINUTE}::int * interval '1 minute'`,
    },
    now,
  );
  const { rows } = await tx.execute<{ count: number }>(sql`
    with mails as (${mails} returning id), kept as (
      insert into announcement_mails (mail_id, announcement_id) select id, ${id} from mails returning 1)
    select count(*)::int as count from kept`);
  const recipients = rows[0]?.count ?? 0;
  await tx.update(announcements).set({ status: "started", startedAt: now, recipients }).where(eq(announcements.id, id));
  return recipients;
}

/** The segment in words; null if its event doesn't exist. */
async function wordsOf(tx: Transaction, segment: Segment): Promise<string | null> {
  if (segment.kind !== "going") return segmentWords(segment, "");
  const [event] = await tx
    .select({ title: socialEvents.title })
    .from(socialEvents)
    .where(eq(socialEvents.id, segment.eventId));
  return event ? segmentWords(segment, event.title) : null;
}

function timeFault(sendAt: Date, now: Date): string | null {
  if (sendAt < now) return IN_THE_PAST;
  return sendAt.getTime() > now.getTime() + YEAR_MS ? TOO_FAR : null;
}

/** The response to a repeated call: the same as before, or a failure if its content differs. */
async function repeat(tx: Transaction, given: NewAnnouncement, sendAt: Date): Promise<Result<Saved>> {
  const { id, subject, body, segment, sendOn } = given;
  const isSameTime = sendOn === null ? sql`true` : eq(announcements.sendAt, sendAt);
  const [known] = await tx
    .select({
      startedAt: announcements.startedAt,
      recipients: announcements.recipients,
      isSame: sql<boolean>`${announcements.subject} = ${subject} and ${announcements.body} = ${JSON.stringify(body)}::jsonb
        and ${announcements.segment} = ${JSON.stringify(segment)}::jsonb and ${isSameTime}`,
    })
    .from(announcements)
    .where(eq(announcements.id, id));
  if (!known?.isSame) return fail("conflict", SENT_OTHERWISE, { reason: "already_sent" });
  return ok({ success: true, message: known.startedAt ? startedWords(known.recipients) : SCHEDULED });
}

/** Sends an announcement now or schedules it. Idempotent by id. */
export async function announce(app: App, admin: Proved<Admin>, given: NewAnnouncement): Promise<Result<Saved>> {
  const { id, subject, body, segment, sendOn } = given;
  const now = app.clock.now();
  const sendAt = sendOn === null ? now : instantOf(sendOn.day, `${sendOn.time}:00`, app.config.group.timeZone);
  const fault = timeFault(sendAt, now);
  if (fault !== null) return fail("invalid", fault, { fields: { sendOn: fault } });
  return app.db.transaction(async (tx) => {
    const to = await wordsOf(tx, segment);
    if (to === null) return fail("not_found", EVENT_NOT_FOUND);
    const row = { id, authorSub: admin.sub, subject, body, segment, sendAt, createdAt: now };
    const [made] = await tx
      .insert(announcements)
      .values({ ...row, status: "scheduled" })
      .onConflictDoNothing()
      .returning();
    if (!made) return repeat(tx, given, sendAt);
    const recipients = sendOn === null ? await start(tx, made, now) : null;
    if (recipients === 0) {
      await tx.delete(announcements).where(eq(announcements.id, id));
      return fail("conflict", NOBODY);
    }
    const after = { subject, to, ...(recipients !== null && { mails: recipients }) };
    await writeAudit(tx, admin, { action: "announcement_made", subjectIds: [id], after }, now);
    return ok({ success: true, message: recipients === null ? SCHEDULED : startedWords(recipients) });
  });
}

/** Starts the announcements whose time has come. Returns how many. */
export async function startDueAnnouncements(app: App): Promise<number> {
  for (let count = 0; ; count += 1) {
    const now = app.clock.now();
    const started = await app.db.transaction(async (tx) => {
      const [due] = await tx
        .select()
        .from(announcements)
        .where(and(eq(announcements.status, "scheduled"), lte(announcements.sendAt, now)))
        .limit(1)
        .for("update", { skipLocked: true });
      if (due) await start(tx, due, now);
      return due !== undefined;
    });
    if (!started) return count;
  }
}

/** Mails an announcement to its author, exactly as recipients would get it. */
export async function sendTest(app: App, admin: Admin, mail: TestMail): Promise<Result<Saved>> {
  const now = app.clock.now();
  const owed = announcementMails.announcement_test.owed(uuidv7(now.getTime()), admin.email, mail);
  await app.db.transaction((tx) => enqueueMails(tx, [owed], now));
  return ok({ success: true, message: testSentWords(admin.email) });
}

/** Cancels a scheduled announcement, or the unsent part of a started one. Idempotent. */
export async function stopAnnouncement(app: App, admin: Admin, id: string): Promise<Result<Saved>> {
  const now = app.clock.now();
  return app.db.transaction(async (tx) => {
    const [row] = await tx.select().from(announcements).where(eq(announcements.id, id)).for("update");
    if (!row) return fail("not_found", NOT_FOUND);
    if (row.status === "stopped") return ok({ success: true, message: ALREADY_STOPPED });
    const { rowCount } =
      await tx.execute(sql`update mail_outbox m set status = 'skipped', done_at = ${now.toISOString()}
      from announcement_mails a where a.mail_id = m.id and a.announcement_id = ${id} and m.status = 'waiting'`);
    const stopped = rowCount ?? 0;
    if (row.status === "started" && stopped === 0) return fail("conflict", ALL_SENT);
    await tx.update(announcements).set({ status: "stopped" }).where(eq(announcements.id, id));
    const isCanceled = row.status === "scheduled";
    const after = { subject: row.subject, ...(!isCanceled && { mailsNotSent: stopped }) };
    await writeAudit(tx, admin, { action: "announcement_stopped", subjectIds: [id], after }, now);
    return ok({ success: true, message: isCanceled ? CANCELED : stoppedWords(stopped) });
  });
}
