import { sql } from "drizzle-orm";
import type { Transaction } from "#src/db/connect.server.ts";
import { type Change, rewriteRows } from "#src/db/row-changes.server.ts";
import { anyOf, type Person } from "#src/features/privacy/commands/person.server.ts";
import { loggedWords, mentions, ownWords, redactedJson } from "#src/features/privacy/commands/redaction.server.ts";
import { FORMER_MEMBER } from "#src/shared/full-name.ts";

/** Must match the expression of the index `audit_log_by_words`. */
const LOGGED_WORDS = sql`(coalesce(t.before::text, '') || coalesce(t.after::text, ''))`;

/**
 * Removes the erased person from organizers' audit log entries, and their name from entries of their own actions as an
 * organizer.
 */
export async function forgetInLog(
  tx: Transaction,
  person: Person,
  subjects: readonly string[],
  eventIds: readonly string[],
): Promise<Change[]> {
  const { emails, phones, subs } = person;
  const [own, logged] = [ownWords(person), loggedWords(person)];
  const named = mentions(LOGGED_WORDS, person, [...emails, ...phones]) ?? sql`false`;
  return [
    ...(await rewriteRows(tx, "audit_log", {
      // Showing a hidden photo again needs only the ids of photo and event.
      set: { before: sql`null`, after: sql`null`, undo: sql`case when t.action = 'photo_hidden' then t.undo end` },
      where: sql`t.subject_ids && ${sql.param([...subjects])}::text[]`,
    })),
    ...(await rewriteRows(tx, "audit_log", {
      // Audit log entries about their events repeat their text.
      set: {
        before: redactedJson(sql`t.before`, own),
        after: redactedJson(sql`t.after`, own),
        // Their proposals are gone, so there is nothing to undo.
        undo: sql`case when t.action like 'event_change_%' then null else t.undo end`,
      },
      where: sql`t.subject_ids && ${sql.param([...eventIds])}::text[]`,
    })),
    // Entries about others, and about rows that retention has deleted since.
    ...(await rewriteRows(tx, "audit_log", {
      set: { before: redactedJson(sql`t.before`, logged), after: redactedJson(sql`t.after`, logged) },
      where: named,
    })),
    ...(await rewriteRows(tx, "audit_log", {
      set: { actor_email: sql`${FORMER_MEMBER}`, actor_sub: sql`''`, actor_user_id: sql`null` },
      where: sql`(t.actor_email = ${anyOf(emails)} or t.actor_sub = ${anyOf(subs)})`,
    })),
    ...(await rewriteRows(tx, "audit_log", {
      set: { undone_by: sql`${FORMER_MEMBER}` },
      where: sql`t.undone_by = ${anyOf(emails)}`,
    })),
  ];
}
