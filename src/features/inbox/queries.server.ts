import { and, desc, eq, isNotNull, isNull, lt, ne, type SQL, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { chatMessages, chats } from "#src/db/tables/chats.ts";
import { hasEmailOf } from "#src/db/person-emails.ts";
import { formSubmissions } from "#src/db/tables/form-submissions.ts";
import { BAD_PAGE, isIdPosition, decodeCursor, encodeCursor } from "#src/http/cursor.ts";
import type { MessagePage, MessageQuery } from "#src/features/inbox/schema/messages.ts";
import { REPORT } from "#src/features/inbox/rules.ts";
import { viewMessage } from "#src/features/inbox/view.ts";
import { mayDo } from "#src/policy/roles.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

const MESSAGES_A_PAGE = 50;
const MOST_KINDS = 100;
const MOST_COUNTED = 10_000;

/** The forms that something came by: one look into the index for each, however many submissions there are. */
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

/** Form submissions; a report of a chat message with that message. */
export function selectMessages(db: Pick<Transaction, "select">) {
  return db
    .select({
      row: formSubmissions,
      reported: {
        name: chatMessages.name,
        text: sql<string>`coalesce(${chatMessages.said}, ${chatMessages.text})`,
        chat: chats.name,
        sentAt: chatMessages.createdAt,
      },
    })
    .from(formSubmissions)
    .leftJoin(
      chatMessages,
      and(
        eq(formSubmissions.formType, REPORT),
        eq(chatMessages.chatId, sql`${formSubmissions.data} ->> 'chatId'`),
        eq(chatMessages.id, sql`${formSubmissions.data} ->> 'messageId'`),
      ),
    )
    .leftJoin(chats, eq(chats.id, chatMessages.chatId));
}

/** The rows of {@link selectMessages} that an organizer may read: never a report of their own message. */
export function isReadableBy(admin: Admin): SQL | undefined {
  if (!mayDo(admin, "read_reports")) return ne(formSubmissions.formType, REPORT);
  return admin.userId === null ? undefined : sql`${chatMessages.userId} is distinct from ${admin.userId}`;
}

async function countOpen(app: App, admin: Admin): Promise<number> {
  const isHidden = mayDo(admin, "read_reports") ? sql`false` : sql`form_type = ${REPORT}`;
  const { rows } = await app.db.execute<{ open: number }>(sql`
    select count(*)::int as open from
      (select from form_submissions where done_at is null and not (${isHidden}) limit ${MOST_COUNTED}) as counted`);
  return rows[0]?.open ?? 0;
}

/** What people sent with the site's smaller forms, the newest first. */
export async function listMessages(
  app: App,
  admin: Admin,
  { kind = "", state, userId, after }: MessageQuery,
): Promise<Result<MessagePage>> {
  const key = after === undefined ? undefined : decodeCursor(after, isIdPosition);
  if (key === null) return fail("bad_request", BAD_PAGE);
  const isOf = state === "open" ? isNull(formSubmissions.doneAt) : isNotNull(formSubmissions.doneAt);
  const rows = await selectMessages(app.db)
    .where(
      and(
        isReadableBy(admin),
        kind === "" ? undefined : eq(formSubmissions.formType, kind),
        state === undefined ? undefined : isOf,
        userId === undefined ? undefined : hasEmailOf(formSubmissions.email, userId),
        key && lt(formSubmissions.id, key[0]),
      ),
    )
    .orderBy(desc(formSubmissions.id))
    .limit(MESSAGES_A_PAGE + 1);
  const shown = rows.slice(0, MESSAGES_A_PAGE);
  const last = rows.length > MESSAGES_A_PAGE ? shown.at(-1) : undefined;
  const [kinds, open] = await Promise.all([listKinds(app), countOpen(app, admin)]);
  return ok({
    messages: shown.map(viewMessage),
    kinds: mayDo(admin, "read_reports") ? kinds : kinds.filter((one) => one !== REPORT),
    open,
    next: last ? encodeCursor([last.row.id]) : null,
  });
}
