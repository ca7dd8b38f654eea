import { NO_CHATS } from "#src/features/dashboard/messages.ts";
import { ChatCards, ChatCardsSkeleton } from "#src/features/chats/components/chat-cards.tsx";
import { ChatPrompt } from "#src/features/chats/components/chat-gate.tsx";
import { useChats } from "#src/features/chats/components/use-chats.ts";
import { FAILED_TO_LOAD_CHATS } from "#src/features/chats/messages.ts";
import type { Profile } from "#src/features/users/schema.ts";
import { Button, ButtonLink } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";

function Chats() {
  const { chats, failure, retry } = useChats();
  if (failure) {
    return (
      <EmptyState picture="offline" title={FAILED_TO_LOAD_CHATS}>
        <Button onClick={retry}>Try again</Button>
      </EmptyState>
    );
  }
  if (chats === null) return <ChatCardsSkeleton />;
  if (chats.length > 0) return <ChatCards chats={chats} />;
  return (
    <EmptyState picture="empty-events" title={NO_CHATS} text="They appear here as soon as the group opens one.">
      <ButtonLink to="/events">See events</ButtonLink>
    </EmptyState>
  );
}

type ChatsTabProps = { profile: Profile; onProfile: (profile: Profile) => void };

/** The chats, or what one needs before them. */
export function ChatsTab({ profile: { chatAccess }, onProfile }: ChatsTabProps) {
  return chatAccess === "allowed" ? <Chats /> : <ChatPrompt needs={chatAccess} onSaved={onProfile} />;
}
