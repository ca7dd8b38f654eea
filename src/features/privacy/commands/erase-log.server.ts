import { sql } from "drizzle-orm";
import type { Transaction } from "#src/db/connect.server.ts";
import { type Change, rewriteRows } from "#src/db/row-changes.server.ts";
import { anyOf, type Person } from "#src/features/privacy/commands/person.server.ts";
import { loggedWords, mentions, ownWords, redactedJson } from "#src/features/privacy/commands/redaction.server.ts";
import { FORMER_MEMBER } from "#src/shared/full-name.ts";

/** As the index `audit_log_by_words` has it. */
const LOGGED_WORDS = sql`(coalesce(t.before::text, '') || coalesce(t.after::text, ''))`;

/**
 * Keeps the organizers' actions in the audit log without the erased person; and the person's own actions as an
 * organizer without their name.
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
      // To show a hidden photo again takes the ids of photo and event only.
      set: { before: sql`null`, after: sql`null`, undo: sql`case when t.action = 'photo_hidden' then t.undo end` },
      where: sql`t.subject_ids && ${sql.param([...subjects])}::text[]`,
    })),
    ...(await rewriteRows(tx, "audit_log", {
      // Audit entries about their events repeat their words.
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
