import type { Route } from "./+types/chat-page";
import { ChatRoom, ChatRoomSkeleton } from "#src/features/chats/components/chat-room.tsx";
import { SignedInOnly } from "#src/features/chats/components/signed-in-only.tsx";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { Page } from "#src/ui/page.tsx";
import { PageHeader } from "#src/ui/page-header.tsx";

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches, { title: "Chat", path: location.pathname, isHidden: true });

export default function ChatPage({ params }: Route.ComponentProps) {
  return (
    <Page needsScripts>
      <SignedInOnly heading={<PageHeader title="Chat" />} skeleton={<ChatRoomSkeleton />}>
        {/* Remount per chat. */}
        <ChatRoom key={params.chatId} chatId={params.chatId} />
      </SignedInOnly>
    </Page>
  );
}
