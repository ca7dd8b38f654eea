import { eq, sql } from "drizzle-orm";
import { keepForUndo, writeAudit } from "#src/audit/audit-log.server.ts";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { isReal, removeRows } from "#src/db/row-changes.server.ts";
import { personNotes } from "#src/db/tables/person-notes.ts";
import { users } from "#src/db/tables/users.ts";
import {
  NOTE_ADDED,
  NOTE_DELETED,
  NOTE_NOT_FOUND,
  nobodyTagged,
  nobodyUntagged,
  taggedWords,
  untaggedWords,
} from "#src/features/notes/messages.ts";
import type { NewNote, NoteDeleted, Tagged, Tagging } from "#src/features/notes/schema.ts";
import { USER_NOT_FOUND } from "#src/features/profile/messages.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

const MOST_TAGS_A_PERSON = 50;

/** Adds a note about a person. Idempotent by the note's id. The audit log records it without its text. */
export async function addNote(
  app: App,
  admin: Admin,
  { userId, note }: { userId: string; note: NewNote },
): Promise<Result<{ success: true; message: string }>> {
  return app.db.transaction(async (tx) => {
    const now = app.clock.now();
    const [person] = await tx
      .select({ userId: users.userId })
      .from(users)
      .where(eq(users.userId, userId))
      .for("key share");
    if (!person) return fail("not_found", USER_NOT_FOUND);
    const added = await tx
      .insert(personNotes)
      .values({ ...note, userId, authorSub: admin.sub, createdAt: now })
      .onConflictDoNothing()
      .returning({ id: personNotes.id });
    if (added.length > 0) await writeAudit(tx, admin, { action: "note_added", subjectIds: [userId] }, now);
    return ok({ success: true, message: NOTE_ADDED });
  });
}

/** Deletes a note; it can be undone from the log. */
export async function deleteNote(app: App, admin: Admin, id: string): Promise<Result<NoteDeleted>> {
  return app.db.transaction(async (tx) => {
    const now = app.clock.now();
    const [note] = await tx.select().from(personNotes).where(eq(personNotes.id, id)).for("update");
    if (!note) return fail("not_found", NOTE_NOT_FOUND);
    const change = await removeRows(tx, "person_notes", sql`t.id = ${id}`);
    const undo = await keepForUndo(tx, [change].filter(isReal), []);
    const deed = { action: "note_deleted", subjectIds: [note.userId], undo } as const;
    return ok({ success: true, message: NOTE_DELETED, auditIds: [await writeAudit(tx, admin, deed, now)] });
  });
}

type TagChange = { readonly userIds: readonly string[]; readonly tag: string; readonly isTagged: boolean };

/** Adds or removes a tag. Returns the ids of people whose tags changed. */
async function writeTags(tx: Transaction, { userIds, tag, isTagged }: TagChange, now: Date): Promise<string[]> {
  const ids = sql`any(${sql.param([...userIds])}::text[])`;
  const { rows } = await tx.execute<{ id: string }>(
    isTagged
      ? sql`insert into person_tags (user_id, tag, tagged_at)
          select u.user_id, ${tag}, ${now.toISOString()}::timestamptz from users u
          where u.user_id = ${ids}
            and (select count(*) from person_tags t where t.user_id = u.user_id) < ${MOST_TAGS_A_PERSON}
          order by u.user_id for key share of u
          on conflict do nothing returning user_id as id`
      : sql`delete from person_tags where tag = ${tag} and user_id = ${ids} returning user_id as id`,
  );
  return rows.map(({ id }) => id).toSorted();
}

/** Tags people, or removes a tag from them, as one audit log entry that can be undone. */
export async function tagPeople(app: App, admin: Admin, { userIds, tag, isTagged }: Tagging): Promise<Result<Tagged>> {
  return app.db.transaction(async (tx) => {
    const now = app.clock.now();
    const changed = await writeTags(tx, { userIds, tag, isTagged }, now);
    if (changed.length === 0) {
      const message = isTagged ? nobodyTagged(tag) : nobodyUntagged(tag);
      return ok({ success: true, message, changed: 0, auditIds: [] });
    }
    const undo: TagChange = { userIds: changed, tag, isTagged };
    const action = isTagged ? "people_tagged" : "people_untagged";
    const auditId = await writeAudit(tx, admin, { action, subjectIds: changed, after: { tag }, undo }, now);
    const message = isTagged ? taggedWords(tag, changed.length) : untaggedWords(tag, changed.length);
    return ok({ success: true, message, changed: changed.length, auditIds: [auditId] });
  });
}

/** Undoes {@link tagPeople}. */
export async function takeBackTagging(tx: Transaction, undo: unknown, now: Date): Promise<Result<void>> {
  const { isTagged, ...change } = undo as TagChange;
  await writeTags(tx, { ...change, isTagged: !isTagged }, now);
  return ok(undefined);
}
