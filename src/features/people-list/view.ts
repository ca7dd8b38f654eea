import type { UserRow } from "#src/db/tables/users.ts";
import type { ListedUser } from "#src/features/people-list/schema.ts";
import { viewUser } from "#src/features/people/view.ts";

/** The list's data about a person beyond their record. */
export type ListedFacts = {
  readonly paidUntil: string | null;
  readonly lastAttended: string | null;
  readonly isUnsubscribed: boolean;
  readonly isMember: boolean | null;
};

/** A person as a row of the user manager. */
export function viewListedUser(row: UserRow, facts: ListedFacts, tags: readonly string[]): ListedUser {
  const { isMember, paidUntil, lastAttended, isUnsubscribed } = facts;
  const membership = isMember === null ? "never" : isMember ? "member" : "lapsed";
  return { ...viewUser(row), membership, paidUntil, lastAttended, isUnsubscribed, tags: [...tags] };
}
