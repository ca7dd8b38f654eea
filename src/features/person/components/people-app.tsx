import { useState } from "react";
import { PersonPage } from "#src/features/person/components/person-page.tsx";
import { UserManager } from "#src/features/people-list/components/user-manager.tsx";
import type { User } from "#src/features/people/schema/users.ts";
import type { Action } from "#src/shared/roles.ts";
import { useAddress } from "#src/ui/use-address.ts";

/** The list of people, or one person's page. */
export function PeopleApp({ mayDo }: { mayDo: (action: Action) => boolean }) {
  const [{ person }] = useAddress(["person"]);
  // The selection survives visiting a person's page, but not leaving the app: nobody should delete a forgotten
  // selection.
  const choice = useState<readonly User[]>([]);
  if (person === "") return <UserManager mayDo={mayDo} choice={choice} />;
  return <PersonPage key={person} userId={person} mayDo={mayDo} choice={choice} />;
}
