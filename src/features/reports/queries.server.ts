import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, not, type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, alias } from "drizzle-orm/pg-core";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { isAboutMessageOf } from "#src/db/own-reports.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { chatMessages, chatPictures, chats } from "#src/db/tables/chats.ts";
import { formSubmissions, reportNotes } from "#src/db/tables/form-submissions.ts";
import { users } from "#src/db/tables/users.ts";
import { CHANGED_TO } from "#src/features/chats/messages.ts";
import { calledNow } from "#src/features/chats/queries/mentions.server.ts";
import { REPORT } from "#src/features/inbox/rules.ts";
import { REPORT_NOT_FOUND } from "#src/features/reports/messages.ts";
import type { ReportAnswer, ReportCase, ReportPage, ReportQuery } from "#src/features/reports/schema.ts";
import { type CaseRow, type NoteRow, viewReport } from "#src/features/reports/view.ts";
import { BAD_PAGE, decodeCursor, isIdPosition, pageOf } from "#src/http/cursor.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { StoreUnavailable } from "#src/ports/image-store/port.ts";
import { uploadFacts } from "#src/shared/pictures-uploaded.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

const REPORTS_A_PAGE = 20;
/** Authors of reported messages. */
const writers = alias(users, "writers");

const closers = alias(accounts, "closers");
const closingPeople = alias(users, "closing_people");

type Named = { readonly [column in "firstName" | "lastName"]: AnyPgColumn };

/** SQL: the display name of a joined account's organizer. */
const calledBy = (person: Named, account: { readonly email: AnyPgColumn }) =>
  sql<string | null>`coalesce(nullif(trim(${person.firstName} || ' ' || ${person.lastName}), ''), ${account.email})`;
const called = calledBy(users, accounts);

/** SQL condition: reports that an organizer may read, which excludes reports of their own messages. */
function isReadableBy({ userId }: Admin): SQL | undefined {
  return and(eq(formSubmissions.formType, REPORT), not(isAboutMessageOf(userId)));
}

function selectReports(db: Pick<Transaction, "select">) {
  return db
    .select({
      row: formSubmissions,
      owner: called,
      closer: calledBy(closingPeople, closers),
      reported: {
        name: calledNow(writers),
        writerId: writers.userId,
        text: sql<string>`concat_ws(${CHANGED_TO}, ${chatMessages.said}, nullif(${chatMessages.text}, ''))`,
        chat: chats.name,
        pictureKey: chatPictures.key,
        pictureAlt: chatPictures.alt,
      },
    })
    .from(formSubmissions)
    .leftJoin(
      chatMessages,
      and(
        eq(chatMessages.chatId, sql`${formSubmissions.data} ->> 'chatId'`),
        eq(chatMessages.id, sql`${formSubmissions.data} ->> 'messageId'`),
      ),
    )
    .leftJoin(chats, eq(chats.id, chatMessages.chatId))
    .leftJoin(chatPictures, and(eq(chatPictures.chatId, chatMessages.chatId), eq(chatPictures.seq, chatMessages.seq)))
    .leftJoin(writers, eq(writers.userId, chatMessages.userId))
    .leftJoin(accounts, eq(accounts.sub, formSubmissions.ownerSub))
    .leftJoin(users, eq(users.userId, accounts.userId))
    .leftJoin(closers, eq(closers.email, formSubmissions.doneBy))
    .leftJoin(closingPeople, eq(closingPeople.userId, closers.userId));
}

/** Locks a report that an organizer may read; undefined if there is none. */
export async function lockReport(tx: Transaction, admin: Admin, id: string) {
  const [found] = await selectReports(tx)
    .where(and(eq(formSubmissions.id, id), isReadableBy(admin)))
    .for("update", { of: formSubmissions });
  return found?.row;
}

async function readNotes(app: App, ids: readonly string[]): Promise<(id: string) => NoteRow[]> {
  if (ids.length === 0) return () => [];
  const rows = await app.db
    .select({ note: reportNotes, author: called })
    .from(reportNotes)
    .leftJoin(accounts, eq(accounts.sub, reportNotes.authorSub))
    .leftJoin(users, eq(users.userId, accounts.userId))
    .where(inArray(reportNotes.reportId, [...ids]))
    .orderBy(asc(reportNotes.createdAt), asc(reportNotes.id));
  return (id) => rows.filter(({ note }) => note.reportId === id);
}

/** Wide enough to judge a picture. */
const PICTURE_WIDTH = 480;

/**
 * A reported picture, embedded in the response: its URL is refused to everyone while its message is hidden or deleted.
 * Null also while the store is down.
 */
async function readPicture(app: App, { pictureKey, pictureAlt }: NonNullable<CaseRow["reported"]>) {
  if (pictureKey === null) return null;
  const widths = uploadFacts(pictureKey)?.widths ?? [];
  const width = widths.find((each) => each >= PICTURE_WIDTH) ?? widths.at(-1);
  const found = await app.images.get(`${pictureKey}-${width}.webp`).catch((error: unknown) => {
    if (!(error instanceof StoreUnavailable)) throw error;
    return null;
  });
  if (!found) return null;
  const bytes = Buffer.from(await new Response(found.body).arrayBuffer());
  return { src: `data:image/webp;base64,${bytes.toString("base64")}`, alt: pictureAlt ?? "" };
}

async function viewCase(app: App, admin: Admin, found: CaseRow, notes: readonly NoteRow[]): Promise<ReportCase> {
  const picture = found.reported && (await readPicture(app, found.reported));
  return viewReport(admin, found, { notes, picture });
}

/** SQL condition for a report's state. */
function isIn(state: NonNullable<ReportQuery["state"]>): SQL | undefined {
  const { doneAt, ownerSub } = formSubmissions;
  if (state === "closed") return isNotNull(doneAt);
  if (state === "unfinished") return isNull(doneAt);
  return and(isNull(doneAt), state === "open" ? isNull(ownerSub) : isNotNull(ownerSub));
}

/** A page of reports, newest first, with their notes. */
export async function listReports(
  app: App,
  admin: Admin,
  { state, mine, after }: ReportQuery,
): Promise<Result<ReportPage>> {
  const key = after === undefined ? undefined : decodeCursor(after, isIdPosition);
  if (key === null) return fail("bad_request", BAD_PAGE);
  const rows = await selectReports(app.db)
    .where(
      and(
        isReadableBy(admin),
        state === undefined ? undefined : isIn(state),
        mine === undefined ? undefined : eq(formSubmissions.ownerSub, admin.sub),
        key && lt(formSubmissions.id, key[0]),
      ),
    )
    .orderBy(desc(formSubmissions.id))
    .limit(REPORTS_A_PAGE + 1);
  const { shown, next } = pageOf(rows, REPORTS_A_PAGE, (last) => [last.row.id]);
  const notesOf = await readNotes(
    app,
    shown.map(({ row }) => row.id),
  );
  return ok({
    reports: await Promise.all(shown.map((each) => viewCase(app, admin, each, notesOf(each.row.id)))),
    next,
  });
}

export async function readReport(app: App, admin: Admin, id: string): Promise<Result<ReportAnswer>> {
  const [found] = await selectReports(app.db).where(and(eq(formSubmissions.id, id), isReadableBy(admin)));
  if (!found) return fail("not_found", REPORT_NOT_FOUND);
  const notesOf = await readNotes(app, [id]);
  return ok({ report: await viewCase(app, admin, found, notesOf(id)) });
}
