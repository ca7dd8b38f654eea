import { useState } from "react";
import type { Route } from "./+types/one-click";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { type Outcome, postUnsubscribe } from "#src/features/unsubscribe/components/post-unsubscribe.ts";
import { UNSUBSCRIBED } from "#src/features/unsubscribe/messages.ts";
import { Button, ButtonLink } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { Page } from "#src/ui/page.tsx";

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches, { title: "Stop these mails", path: location.pathname, isHidden: true });

/** Where the link in a mail leads. Opening it changes nothing: programs open links too, to look what is behind. */
export default function OneClick({ params }: Route.ComponentProps) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isSending, setIsSending] = useState(false);

  async function stop() {
    setIsSending(true);
    setOutcome(await postUnsubscribe(`/u/${encodeURIComponent(params.token)}`, {}));
    setIsSending(false);
  }

  return (
    <Page width="text">
      <div role="status">
        {outcome?.ok ? (
          <EmptyState
            level={1}
            picture="joined"
            title={UNSUBSCRIBED}
            text="Changed your mind? Turn them on again in your account."
          >
            <ButtonLink to="/events" variant="quiet">
              See what is on
            </ButtonLink>
          </EmptyState>
        ) : (
          <EmptyState
            level={1}
            picture="empty-events"
            title="Stop these mails?"
            text="Reminders, confirmations and news of changes stop for this address. Codes you ask for and receipts still come."
          >
            <Button onClick={stop} disabled={isSending}>
              {isSending ? "Stopping…" : "Stop these mails"}
            </Button>
            <ButtonLink to="/dashboard?tab=account" variant="quiet">
              Choose which ones
            </ButtonLink>
          </EmptyState>
        )}
      </div>
      {outcome?.ok === false && (
        <Notice kind="error" title="Error!">
          <p>{outcome.message}</p>
        </Notice>
      )}
    </Page>
  );
}
