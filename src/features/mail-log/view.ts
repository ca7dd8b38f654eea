import type { mailOutbox } from "#src/db/tables/mail.ts";
import type { OutboxMail } from "#src/features/mail-log/schema.ts";

/** A mail of the outbox without its data, which may contain a code. */
export function viewMail(row: Omit<typeof mailOutbox.$inferSelect, "data"> & { subject: string | null }): OutboxMail {
  const { id, kind, email, status, attempts, lastError } = row;
  const doneAt = row.doneAt?.toISOString() ?? null;
  return {
    id,
    kind,
    subject: row.subject ?? "",
    email,
    status,
    attempts,
    lastError,
    createdAt: row.createdAt.toISOString(),
    dueAt: row.dueAt.toISOString(),
    doneAt,
  };
}
