import { ChatCards, ChatCardsSkeleton } from "#src/features/chats/components/chat-cards.tsx";
import { useChats } from "#src/features/chats/components/use-chats.ts";
import type { Failure } from "#src/shared/result.ts";
import { ButtonLink } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";

type ChatListProps = {
  /** What is said when there are none: the places where it stands word it differently. */
  none: string;
  /** What stands there when they cannot be read. */
  failed: (failure: Failure, retry: () => void) => React.ReactNode;
};

/** The chats as cards: on their way, failed, none, or there. */
export function ChatList({ none, failed }: ChatListProps) {
  const { chats, failure, retry } = useChats();
  if (failure) return failed(failure, retry);
  if (chats === null) return <ChatCardsSkeleton />;
  if (chats.length > 0) return <ChatCards chats={chats} />;
  return (
    <EmptyState picture="empty-events" title={none} text="They appear here as soon as the group opens one.">
      <ButtonLink to="/events">See events</ButtonLink>
    </EmptyState>
  );
}
