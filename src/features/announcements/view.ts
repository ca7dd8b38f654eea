import type { announcements } from "#src/db/tables/announcements.ts";
import type { mailOutbox } from "#src/db/tables/mail.ts";
import { segmentWords } from "#src/features/announcements/messages.ts";
import type { Announcement, Recipient } from "#src/features/announcements/schema.ts";

type Counts = Announcement["counts"];

/** An announcement with the status of its mails. */
export function viewAnnouncement(
  row: typeof announcements.$inferSelect & { readonly author: string | null; readonly eventTitle: string | null },
  counts: Counts,
): Announcement {
  const { id, subject, body, segment, status, sendAt, recipients } = row;
  const isSent = counts.waiting === 0;
  const shown = {
    scheduled: "scheduled",
    started: isSent ? "sent" : "sending",
    // One that was stopped before its start has no mails.
    stopped: row.startedAt ? "stopped" : "canceled",
  } as const;
  return {
    id,
    author: row.author ?? "",
    subject,
    body,
    to: segmentWords(segment, row.eventTitle ?? ""),
    status: shown[status],
    sendAt: sendAt.toISOString(),
    recipients,
    counts,
  };
}

type MailRow = Pick<typeof mailOutbox.$inferSelect, "id" | "email" | "status" | "lastError" | "doneAt">;

export function viewRecipient({ id, email, status, lastError, doneAt }: MailRow): Recipient {
  return { id, email, status, lastError, doneAt: doneAt?.toISOString() ?? null };
}
