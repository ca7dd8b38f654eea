import { PersonPage } from "#src/features/person/components/person-page.tsx";
import { UserManager } from "#src/features/people-list/components/user-manager.tsx";
import type { Action } from "#src/shared/roles.ts";
import { useAddress } from "#src/ui/use-address.ts";

/** The people of the group as a list, or one of them as a page. */
export function PeopleApp({ mayDo }: { mayDo: (action: Action) => boolean }) {
  const [{ person }] = useAddress(["person"]);
  return person === "" ? <UserManager mayDo={mayDo} /> : <PersonPage key={person} userId={person} mayDo={mayDo} />;
}
