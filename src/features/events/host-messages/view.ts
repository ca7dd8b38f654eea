import type { hostMessages } from "#src/db/tables/host-messages.ts";
import type { UserRow } from "#src/db/tables/users.ts";
import type { HostMessage, Writing } from "#src/features/events/host-messages/schema.ts";
import { nameOf } from "#src/features/events/rsvps/view.ts";

export type HostMessageRow = typeof hostMessages.$inferSelect;
export type WrittenMessage = HostMessageRow & {
  /** Null if the author is the host or an organizer. */
  readonly coHost: Pick<UserRow, "firstName" | "lastName" | "nickname"> | null;
};

/** A message as its readers see it. */
export function viewMessage({ id, isHost, coHost, subject, body, createdAt }: WrittenMessage): HostMessage {
  const from = isHost ? "host" : "organizer";
  return { id, from, coHost: coHost && nameOf(coHost), subject, body, sentAt: createdAt.toISOString() };
}

/** A message as its senders see it. */
export function viewSent(row: WrittenMessage): Writing["sent"][number] {
  return { ...viewMessage(row), groups: row.groups, recipients: row.recipients };
}
