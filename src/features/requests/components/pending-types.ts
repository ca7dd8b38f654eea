import type { Pending } from "#src/features/requests/schema/requests.ts";

/** A join request, and its possible records. */
export type PendingPerson = Pending["pendingUsersWithMatches"][number];
export type Match = PendingPerson["matchingDbUsers"][number];

/** A person's display name; they may have none in the chat. */
export function nicknameOf({ groupmeData }: PendingPerson): string {
  return groupmeData.nickname || "Someone without a name";
}
