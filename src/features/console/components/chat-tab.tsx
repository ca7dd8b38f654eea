import { EmptyState } from "#src/ui/empty-state.tsx";
import { ButtonLink } from "#src/ui/button-link.tsx";

/** The tab 'Chat': the chats have pages of their own. */
export function ChatTab() {
  return (
    <EmptyState picture="joined" title="Group chats" text="Read and write in the group’s chats on their own pages.">
      <ButtonLink to="/chats">Open the chats</ButtonLink>
    </EmptyState>
  );
}
