import type { hostMessages } from "#src/db/tables/host-messages.ts";
import type { HostMessage, Writing } from "#src/features/events/host-messages/schema.ts";

export type HostMessageRow = typeof hostMessages.$inferSelect;

/** A message as its readers see it. */
export function viewMessage({ id, isHost, subject, body, createdAt }: HostMessageRow): HostMessage {
  return { id, from: isHost ? "host" : "organizer", subject, body, sentAt: createdAt.toISOString() };
}

/** A message as its senders see it. */
export function viewSent(row: HostMessageRow): Writing["sent"][number] {
  return { ...viewMessage(row), groups: row.groups, recipients: row.recipients };
}
