import { ChatCards, ChatCardsSkeleton } from "#src/features/chats/components/chat-cards.tsx";
import { useChats } from "#src/features/chats/components/use-chats.ts";
import type { Failure } from "#src/shared/result.ts";
import { ButtonLink } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";

/** The failure, and a retry. */
export type ChatsFailure = { failure: Failure; onRetry: () => void };

type ChatListProps = {
  /** The text of the empty list; it differs by page. */
  none: string;
  /** Shown if loading fails. */
  failed: React.ComponentType<ChatsFailure>;
};

/** The chats as cards, with loading, failure and empty states. */
export function ChatList({ none, failed: Failed }: ChatListProps) {
  const { chats, failure, retry } = useChats();
  if (failure) return <Failed failure={failure} onRetry={retry} />;
  if (chats === null) return <ChatCardsSkeleton />;
  if (chats.length > 0) return <ChatCards chats={chats} />;
  return (
    <EmptyState picture="empty-events" title={none} text="They appear here as soon as the group opens one.">
      <ButtonLink to="/events">See events</ButtonLink>
    </EmptyState>
  );
}
