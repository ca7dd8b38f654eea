import type { Route } from "./+types/one-click";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { UNSUBSCRIBE_FAILED, UNSUBSCRIBED } from "#src/features/unsubscribe/messages.ts";
import { Button, ButtonLink } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { Page } from "#src/ui/page.tsx";
import { postForm, sentenceOf } from "#src/ui/post-form.ts";
import { NeedsScripts } from "#src/ui/scripted-form.tsx";
import { useFormSending } from "#src/ui/use-form-sending.ts";

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches, { title: "Stop these emails", path: location.pathname, isHidden: true });

/** The page behind the link in a mail. Opening it changes nothing, because link scanners open it too. */
export default function OneClick({ params }: Route.ComponentProps) {
  const { failure, sending, submit } = useFormSending({
    hasFaults: () => false,
    send: () => postForm(`/u/${encodeURIComponent(params.token)}`, {}),
  });
  const isSending = sending.kind === "sending";
  return (
    <Page width="text">
      <NeedsScripts />
      <div role="status">
        {sending.kind === "sent" ? (
          <EmptyState
            level={1}
            picture="joined"
            title={UNSUBSCRIBED}
            text="Changed your mind? Turn emails back on in your account, or ask the organizers to."
          >
            <ButtonLink to="/events" variant="quiet">
              See what’s on
            </ButtonLink>
          </EmptyState>
        ) : (
          <EmptyState
            level={1}
            picture="empty-events"
            title="Stop these emails?"
            text="We’ll stop sending announcements, reminders, confirmations and event news to this address. You’ll still get codes you ask for and payment receipts."
          >
            <Button onClick={() => void submit()} disabled={isSending}>
              {isSending ? "Stopping…" : "Stop these emails"}
            </Button>
            <ButtonLink to="/dashboard?tab=account" variant="quiet">
              Choose which ones
            </ButtonLink>
          </EmptyState>
        )}
      </div>
      {sending.kind === "failed" && (
        <div ref={failure} tabIndex={-1}>
          <Notice kind="error" title="Error!">
            <p>{sentenceOf(sending.error, UNSUBSCRIBE_FAILED)}</p>
          </Notice>
        </div>
      )}
    </Page>
  );
}
