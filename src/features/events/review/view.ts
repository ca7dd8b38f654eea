import type { hostIds } from "#src/db/tables/host-ids.ts";
import type { UserRow } from "#src/db/tables/users.ts";
import type { PersonNamed } from "#src/features/events/review/schema/held-events.ts";
import type { HostIdEntry } from "#src/features/events/review/schema/host-ids.ts";

/** A person's name and email, for organizers; null without a person. */
export function viewPerson(
  person: Pick<UserRow, "userId" | "firstName" | "lastName" | "email"> | null,
): PersonNamed | null {
  if (person === null) return null;
  const { userId, firstName, lastName, email } = person;
  return { userId, name: `${firstName} ${lastName}`.trim(), email };
}

/** A Host ID without its value: only a hash is stored. */
export function viewHostId(
  { id, label, createdAt, revokedAt }: Omit<typeof hostIds.$inferSelect, "hostIdHash">,
  person: Parameters<typeof viewPerson>[0],
): HostIdEntry {
  return {
    id,
    label,
    person: viewPerson(person),
    createdAt: createdAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
  };
}
