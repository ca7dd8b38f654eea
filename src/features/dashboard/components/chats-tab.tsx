import { ChatPrompt } from "#src/features/chats/components/chat-gate.tsx";
import { ChatList, type ChatsFailure } from "#src/features/chats/components/chat-list.tsx";
import { FAILED_TO_LOAD_CHATS } from "#src/features/chats/messages.ts";
import { NO_CHATS } from "#src/features/dashboard/messages.ts";
import type { Profile } from "#src/features/profile/schema.ts";
import { Button } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";

function Failed({ onRetry }: ChatsFailure) {
  return (
    <EmptyState picture="offline" title={FAILED_TO_LOAD_CHATS}>
      <Button onClick={onRetry}>Try again</Button>
    </EmptyState>
  );
}

type ChatsTabProps = { profile: Profile; onProfile: (profile: Profile) => void };

/** The chats, or what one needs before them. */
export function ChatsTab({ profile: { chatAccess }, onProfile }: ChatsTabProps) {
  if (chatAccess !== "allowed") return <ChatPrompt needs={chatAccess} onSaved={onProfile} />;
  return <ChatList none={NO_CHATS} failed={Failed} />;
}
