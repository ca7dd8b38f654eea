import { answerWords } from "#src/shared/choices.ts";
import type { UserRow } from "#src/db/tables/users.ts";
import { MATCH_REASONS } from "#src/features/people/messages.ts";
import type { Evidence } from "#src/features/people/rules.ts";
import type { Matched, User } from "#src/features/people/schema/users.ts";

/** A record as organizers see it, without placeholders for missing answers. */
export function viewUser(row: UserRow): User {
  return {
    userId: row.userId,
    id: row.userId,
    firstName: row.firstName,
    lastName: row.lastName,
    name: `${row.firstName} ${row.lastName}`.trim(),
    nickname: row.nickname,
    email: row.email,
    phone: row.phone,
    zphone2: row.zphone2,
    zsex: row.zsex,
    age: row.age,
    shirtsize: row.shirtsize,
    groupMeUserId: row.groupMeUserId,
    referredBy: answerWords(row.referredBy),
    reInterestedInEvents: row.reInterestedInEvents.join(","),
    selectedEvents: row.selectedEvents.join(","),
    zmessage: answerWords(row.zmessage),
    socials: row.socials,
    role: row.role,
    status: row.status,
    dateAdded: row.dateAdded.toISOString(),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** A person who may match the one to be added, with the reasons. */
export function viewMatched(row: UserRow, evidence: readonly Evidence[]): Matched {
  const kinds = [...new Set(evidence.map(({ kind }) => kind))];
  return { ...viewUser(row), reasons: kinds.map((kind) => MATCH_REASONS[kind]) };
}
