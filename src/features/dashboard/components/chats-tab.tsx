import { useLocation } from "react-router";
import { ChatPrompt } from "#src/features/chats/components/chat-gate.tsx";
import { ChatList, type ChatsFailure } from "#src/features/chats/components/chat-list.tsx";
import { FAILED_TO_LOAD_CHATS } from "#src/features/chats/messages.ts";
import { NO_CHATS } from "#src/features/dashboard/messages.ts";
import type { Profile } from "#src/features/profile/schema.ts";
import { SESSION_EXPIRED } from "#src/features/identity/messages.ts";
import { Button, ButtonLink } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";

function Failed({ failure, onRetry }: ChatsFailure) {
  const { pathname, search } = useLocation();
  if (failure.code === "unauthenticated")
    return (
      <EmptyState picture="offline" title={SESSION_EXPIRED}>
        <ButtonLink to={`/login?${new URLSearchParams({ next: pathname + search })}`}>Sign in</ButtonLink>
      </EmptyState>
    );
  return (
    <EmptyState picture="offline" title={FAILED_TO_LOAD_CHATS}>
      <Button onClick={onRetry}>Try again</Button>
    </EmptyState>
  );
}

type ChatsTabProps = { profile: Profile; onProfile: (profile: Profile) => void };

/** The chats, or what the person must do first. */
export function ChatsTab({ profile: { chatAccess }, onProfile }: ChatsTabProps) {
  if (chatAccess !== "allowed") return <ChatPrompt needs={chatAccess} onSaved={onProfile} />;
  return <ChatList none={NO_CHATS} failed={Failed} />;
}
