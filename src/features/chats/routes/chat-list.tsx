import type { Route } from "./+types/chat-list";
import { ChatCards, ChatCardsSkeleton } from "#src/features/chats/components/chat-cards.tsx";
import { ChatFailure } from "#src/features/chats/components/chat-gate.tsx";
import { SignedInOnly } from "#src/features/chats/components/signed-in-only.tsx";
import { useChats } from "#src/features/chats/components/use-chats.ts";
import { FAILED_TO_LOAD_CHATS, NO_CHATS } from "#src/features/chats/messages.ts";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { ButtonLink } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { Page } from "#src/ui/page.tsx";
import { PageHeader } from "#src/ui/page-header.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "Chats", path: "/chats", isHidden: true });

function Chats() {
  const { chats, failure, retry } = useChats();
  if (failure) return <ChatFailure failure={failure} otherwise={FAILED_TO_LOAD_CHATS} onRetry={retry} />;
  if (chats === null) return <ChatCardsSkeleton />;
  if (chats.length > 0) return <ChatCards chats={chats} />;
  return (
    <EmptyState picture="empty-events" title={NO_CHATS} text="They appear here as soon as the group opens one.">
      <ButtonLink to="/events">See events</ButtonLink>
    </EmptyState>
  );
}

export default function ChatList() {
  return (
    <Page>
      <PageHeader title="Chats" lead="Who drives, who brings the net, who is in." />
      <SignedInOnly skeleton={<ChatCardsSkeleton />}>
        <Chats />
      </SignedInOnly>
    </Page>
  );
}
