import { type SQL, sql } from "drizzle-orm";
import { formSubmissions } from "#src/db/tables/form-submissions.ts";

/** SQL condition: the submission reports a chat message by this person, so it is hidden from them as an organizer. */
export function isAboutMessageOf(userId: string | null): SQL {
  return sql`exists (select from chat_messages m where m.chat_id = ${formSubmissions.data} ->> 'chatId'
    and m.id = ${formSubmissions.data} ->> 'messageId' and m.user_id = ${userId})`;
}
