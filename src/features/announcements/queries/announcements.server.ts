import { and, desc, eq, getTableColumns, gt, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { announcementMails, announcements } from "#src/db/tables/announcements.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { mailOutbox } from "#src/db/tables/mail.ts";
import type { Announcement, AnnouncementsPage, RecipientsPage } from "#src/features/announcements/schema.ts";
import { viewAnnouncement, viewRecipient } from "#src/features/announcements/view.ts";
import { NOT_FOUND } from "#src/features/announcements/messages.ts";
import { BAD_PAGE, decodeCursor, isIdPosition, isTimePosition, pageOf } from "#src/http/cursor.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

const A_PAGE = 10;
const RECIPIENTS_A_PAGE = 50;
const NOTHING: Announcement["counts"] = { waiting: 0, sent: 0, skipped: 0, failed: 0 };

async function countMails(app: App, ids: readonly string[]): Promise<ReadonlyMap<string, Announcement["counts"]>> {
  const { rows } = await app.db.execute<{ id: string; status: keyof Announcement["counts"]; count: number }>(sql`
    select a.announcement_id as id, m.status, count(*)::int as count
    from announcement_mails a join mail_outbox m on m.id = a.mail_id
    where a.announcement_id = any(${sql.param([...ids])}::text[]) group by 1, 2`);
  const counts = new Map<string, Announcement["counts"]>();
  for (const { id, status, count } of rows) counts.set(id, { ...(counts.get(id) ?? NOTHING), [status]: count });
  return counts;
}

/** Announcements, the newest first. */
export async function listAnnouncements(
  app: App,
  _admin: Admin,
  after: string | undefined,
): Promise<Result<AnnouncementsPage>> {
  const key = after === undefined ? undefined : decodeCursor(after, isTimePosition);
  if (key === null) return fail("bad_request", BAD_PAGE);
  const rows = await app.db
    .select({ ...getTableColumns(announcements), author: accounts.email, eventTitle: socialEvents.title })
    .from(announcements)
    .leftJoin(accounts, eq(accounts.sub, announcements.authorSub))
    .leftJoin(socialEvents, eq(socialEvents.id, sql`${announcements.segment} ->> 'eventId'`))
    .where(key && sql`(${announcements.createdAt}, ${announcements.id}) < (${key[0]}::timestamptz, ${key[1]})`)
    .orderBy(desc(announcements.createdAt), desc(announcements.id))
    .limit(A_PAGE + 1);
  const { shown, next } = pageOf(rows, A_PAGE, (last) => [last.createdAt.toISOString(), last.id]);
  const counts = await countMails(
    app,
    shown.map(({ id }) => id),
  );
  return ok({
    announcements: shown.map((row) => viewAnnouncement(row, counts.get(row.id) ?? NOTHING)),
    next,
  });
}

/** The status of each of an announcement's mails. */
export async function listRecipients(
  app: App,
  _admin: Admin,
  { id, after }: { id: string; after: string | undefined },
): Promise<Result<RecipientsPage>> {
  const key = after === undefined ? undefined : decodeCursor(after, isIdPosition);
  if (key === null) return fail("bad_request", BAD_PAGE);
  const [known] = await app.db.select({ id: announcements.id }).from(announcements).where(eq(announcements.id, id));
  if (!known) return fail("not_found", NOT_FOUND);
  const { email, status, lastError, doneAt } = mailOutbox;
  const rows = await app.db
    .select({ id: mailOutbox.id, email, status, lastError, doneAt })
    .from(announcementMails)
    .innerJoin(mailOutbox, eq(mailOutbox.id, announcementMails.mailId))
    .where(and(eq(announcementMails.announcementId, id), key && gt(announcementMails.mailId, key[0])))
    .orderBy(announcementMails.mailId)
    .limit(RECIPIENTS_A_PAGE + 1);
  const { shown, next } = pageOf(rows, RECIPIENTS_A_PAGE, (last) => [last.id]);
  return ok({ recipients: shown.map(viewRecipient), next });
}
