import { and, desc, eq, getTableColumns, lt, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { hasEmailOf } from "#src/db/person-emails.ts";
import { announcementMails, announcements } from "#src/db/tables/announcements.ts";
import { mailOutbox } from "#src/db/tables/mail.ts";
import { BAD_PAGE, decodeCursor, isIdPosition, pageOf } from "#src/http/cursor.ts";
import type { OutboxPage, OutboxQuery } from "#src/features/mail-log/schema.ts";
import { viewMail } from "#src/features/mail-log/view.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";
import { MAIL_STATUSES } from "#src/shared/states.ts";

const MAILS_A_PAGE = 50;
const MOST_COUNTED = 10_000;

/** The number of mails by status, up to a limit. */
async function countMails(app: App): Promise<OutboxPage["counts"]> {
  const { rows } = await app.db.execute<{ status: keyof OutboxPage["counts"]; count: number }>(sql`
    select s.status, (select count(*)::int from
      (select from mail_outbox m where m.status = s.status limit ${MOST_COUNTED}) as counted) as count
    from unnest(${sql.param([...MAIL_STATUSES])}::text[]) as s(status)`);
  const counts = { waiting: 0, sent: 0, skipped: 0, failed: 0 };
  for (const { status, count } of rows) counts[status] = count;
  return counts;
}

/** The site's mails, newest first. */
export async function listOutbox(
  app: App,
  _admin: Admin,
  { status, userId, after }: OutboxQuery,
): Promise<Result<OutboxPage>> {
  const key = after === undefined ? undefined : decodeCursor(after, isIdPosition);
  if (key === null) return fail("bad_request", BAD_PAGE);
  // Omits the mails' data, which may contain codes.
  const { data: _, ...columns } = getTableColumns(mailOutbox);
  const rows = await app.db
    .select({ ...columns, subject: announcements.subject })
    .from(mailOutbox)
    .leftJoin(announcementMails, eq(announcementMails.mailId, mailOutbox.id))
    .leftJoin(announcements, eq(announcements.id, announcementMails.announcementId))
    .where(
      and(
        status === undefined ? undefined : eq(mailOutbox.status, status),
        userId === undefined ? undefined : hasEmailOf(mailOutbox.email, userId),
        key && lt(mailOutbox.id, key[0]),
      ),
    )
    .orderBy(desc(mailOutbox.id))
    .limit(MAILS_A_PAGE + 1);
  const { shown, next } = pageOf(rows, MAILS_A_PAGE, (last) => [last.id]);
  const counts = await countMails(app);
  return ok({ mails: shown.map(viewMail), counts, next });
}
