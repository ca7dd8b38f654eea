import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { personNotes, personTags } from "#src/db/tables/person-notes.ts";
import { users } from "#src/db/tables/users.ts";
import type { NotesPage, Tags } from "#src/features/notes/schema.ts";
import { viewNote } from "#src/features/notes/view.ts";
import { BAD_PAGE, decodeCursor, isTimePosition, pageOf } from "#src/http/cursor.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

const NOTES_A_PAGE = 20;
const MOST_TAGS_SHOWN = 200;

/** The notes about a person, newest first. */
export async function listNotes(
  app: App,
  _admin: Admin,
  { userId, after }: { userId: string; after: string | undefined },
): Promise<Result<NotesPage>> {
  const key = after === undefined ? undefined : decodeCursor(after, isTimePosition);
  if (key === null) return fail("bad_request", BAD_PAGE);
  const rows = await app.db
    .select({ note: personNotes, email: accounts.email, author: users })
    .from(personNotes)
    .leftJoin(accounts, eq(accounts.sub, personNotes.authorSub))
    .leftJoin(users, eq(users.userId, accounts.userId))
    .where(
      and(
        eq(personNotes.userId, userId),
        key && sql`(${personNotes.createdAt}, ${personNotes.id}) < (${key[0]}::timestamptz, ${key[1]})`,
      ),
    )
    .orderBy(desc(personNotes.createdAt), desc(personNotes.id))
    .limit(NOTES_A_PAGE + 1);
  const { shown, next } = pageOf(rows, NOTES_A_PAGE, ({ note }) => [note.createdAt.toISOString(), note.id]);
  return ok({
    notes: shown.map(viewNote),
    next,
  });
}

export async function readTagsOf(app: App, userId: string): Promise<string[]> {
  const rows = await app.db
    .select({ tag: personTags.tag })
    .from(personTags)
    .where(eq(personTags.userId, userId))
    .orderBy(asc(personTags.tag));
  return rows.map(({ tag }) => tag);
}

/** The tags in use: one index lookup per tag, regardless of the number of people. */
export async function listTags(app: App, _admin: Admin): Promise<Result<Tags>> {
  const { rows } = await app.db.execute<{ tag: string }>(sql`
    with recursive tags as (
      (select tag from person_tags order by tag limit 1)
      union all
      select (select p.tag from person_tags p where p.tag > t.tag order by p.tag limit 1)
      from tags t where t.tag is not null)
    select tag from tags where tag is not null limit ${MOST_TAGS_SHOWN}`);
  return ok({ tags: rows.map(({ tag }) => tag) });
}
