import type { Route } from "./+types/chat-list";
import { ChatCardsSkeleton } from "#src/features/chats/components/chat-cards.tsx";
import { ChatFailure } from "#src/features/chats/components/chat-gate.tsx";
import { ChatList, type ChatsFailure } from "#src/features/chats/components/chat-list.tsx";
import { SignedInOnly } from "#src/features/chats/components/signed-in-only.tsx";
import { FAILED_TO_LOAD_CHATS, NO_CHATS } from "#src/features/chats/messages.ts";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { Page } from "#src/ui/page.tsx";
import { PageHeader } from "#src/ui/page-header.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "Chats", path: "/chats", isHidden: true });

function ListFailure(failed: ChatsFailure) {
  return <ChatFailure {...failed} otherwise={FAILED_TO_LOAD_CHATS} />;
}

export default function ChatListPage() {
  return (
    <Page needsScripts>
      <PageHeader title="Chats" lead="Who drives, who brings the net, who is in." />
      <SignedInOnly skeleton={<ChatCardsSkeleton />}>
        <ChatList none={NO_CHATS} failed={ListFailure} />
      </SignedInOnly>
    </Page>
  );
}
