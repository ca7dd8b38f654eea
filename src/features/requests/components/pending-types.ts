import type { Pending } from "#src/features/requests/schema/requests.ts";

/** A join request, and its possible records. */
export type PendingPerson = Pending["pendingUsersWithMatches"][number];
export type Match = PendingPerson["matchingDbUsers"][number];

/** The display name of a person who may have no name in the chat. */
export function nicknameOf({ groupmeData }: PendingPerson): string {
  return groupmeData.nickname || "Somebody without a name";
}
