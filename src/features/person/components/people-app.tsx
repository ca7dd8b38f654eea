import { useState } from "react";
import { PersonPage } from "#src/features/person/components/person-page.tsx";
import { UserManager } from "#src/features/people-list/components/user-manager.tsx";
import type { User } from "#src/features/people/schema/users.ts";
import type { Action } from "#src/shared/roles.ts";
import { useAddress } from "#src/ui/use-address.ts";

/** The people of the group as a list, or one of them as a page. */
export function PeopleApp({ mayDo }: { mayDo: (action: Action) => boolean }) {
  const [{ person }] = useAddress(["person"]);
  // Survives a look at a person's page, and ends with the visit: a choice that nobody remembers must not be deleted.
  const choice = useState<readonly User[]>([]);
  if (person === "") return <UserManager mayDo={mayDo} choice={choice} />;
  return <PersonPage key={person} userId={person} mayDo={mayDo} choice={choice} />;
}
