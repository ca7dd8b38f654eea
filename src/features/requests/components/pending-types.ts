import type { Pending } from "#src/features/requests/schema/requests.ts";

/** Somebody who asks to join, and the records that may be theirs. */
export type PendingPerson = Pending["pendingUsersWithMatches"][number];
export type Match = PendingPerson["matchingDbUsers"][number];

/** What to call somebody who may have no name in the chat. */
export function nicknameOf({ groupmeData }: PendingPerson): string {
  return groupmeData.nickname || "Somebody without a name";
}
