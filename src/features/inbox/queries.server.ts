import { and, desc, eq, isNotNull, isNull, lt, ne, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { hasEmailOf } from "#src/db/person-emails.ts";
import { formSubmissions } from "#src/db/tables/form-submissions.ts";
import { BAD_PAGE, decodeCursor, isIdPosition, pageOf } from "#src/http/cursor.ts";
import type { MessagePage, MessageQuery } from "#src/features/inbox/schema/messages.ts";
import { REPORT } from "#src/features/inbox/rules.ts";
import { viewMessage } from "#src/features/inbox/view.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

const MESSAGES_A_PAGE = 50;
const MOST_KINDS = 100;
const MOST_COUNTED = 10_000;

/** SQL: the reports that refer to a chat message, as `f`. For use in an `exists`; conditions can be appended. */
export const reportsNaming = (chatId: SQLWrapper, messageId: SQLWrapper): SQL => sql`select from form_submissions f
  where f.form_type = ${REPORT} and f.data ->> 'chatId' = ${chatId} and f.data ->> 'messageId' = ${messageId}`;

/** The kinds of forms received: one index lookup per kind, regardless of the number of submissions. */
async function listKinds(app: App): Promise<string[]> {
  const { rows } = await app.db.execute<{ kind: string }>(sql`
    with recursive kinds as (
      (select form_type as kind from form_submissions order by form_type limit 1)
      union all
      select (select f.form_type from form_submissions f where f.form_type > k.kind order by f.form_type limit 1)
      from kinds k where k.kind is not null)
    select kind from kinds where kind is not null limit ${MOST_KINDS}`);
  return rows.map(({ kind }) => kind);
}

/** SQL condition: the submission is a message. Reports are handled separately, by other readers. */
export const isMessage: SQL = ne(formSubmissions.formType, REPORT);

async function countOpen(app: App): Promise<number> {
  const { rows } = await app.db.execute<{ open: number }>(sql`
    select count(*)::int as open from
      (select from form_submissions where done_at is null and ${isMessage} limit ${MOST_COUNTED}) as counted`);
  return rows[0]?.open ?? 0;
}

/** Messages sent with the site's smaller forms, newest first. */
export async function listMessages(
  app: App,
  _admin: Admin,
  { kind = "", state, userId, after }: MessageQuery,
): Promise<Result<MessagePage>> {
  const key = after === undefined ? undefined : decodeCursor(after, isIdPosition);
  if (key === null) return fail("bad_request", BAD_PAGE);
  const isOf = state === "open" ? isNull(formSubmissions.doneAt) : isNotNull(formSubmissions.doneAt);
  const rows = await app.db
    .select()
    .from(formSubmissions)
    .where(
      and(
        isMessage,
        kind === "" ? undefined : eq(formSubmissions.formType, kind),
        state === undefined ? undefined : isOf,
        userId === undefined ? undefined : hasEmailOf(formSubmissions.email, userId),
        key && lt(formSubmissions.id, key[0]),
      ),
    )
    .orderBy(desc(formSubmissions.id))
    .limit(MESSAGES_A_PAGE + 1);
  const { shown, next } = pageOf(rows, MESSAGES_A_PAGE, (last) => [last.id]);
  const [kinds, open] = await Promise.all([listKinds(app), countOpen(app)]);
  return ok({
    messages: shown.map(viewMessage),
    kinds: kinds.filter((one) => one !== REPORT),
    open,
    next,
  });
}
