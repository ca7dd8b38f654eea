import { useCallback } from "react";
import { Link } from "react-router";
import { boardPath, readBoard } from "#src/features/events/court-sync/components/board-sync.ts";
import look from "#src/features/events/court-follow/components/board.module.css";
import { FollowedBoard, hasEnded, MyPlace } from "#src/features/events/court-follow/components/followed-board.tsx";
import { HostDesk } from "#src/features/events/courts/components/host-desk.tsx";
import { keptFor } from "#src/features/events/court-sync/components/board-storage.ts";
import { useHostBoard } from "#src/features/events/court-sync/components/use-host-board.ts";
import { useLiveCourts } from "#src/features/events/court-follow/components/use-live-courts.ts";
import type { CourtsView } from "#src/features/events/courts/schema.ts";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";
import { useMemberEntry } from "#src/features/identity/components/use-member-entry.ts";
import { unreachable } from "#src/features/identity/messages.ts";
import { refreshSession, useOwner } from "#src/features/identity/session.ts";
import { PushOffer } from "#src/features/notifications/components/push-offer.tsx";
import { Button, ButtonLink } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { useKeptPage } from "#src/ui/use-kept-page.ts";
import { useOnline } from "#src/ui/use-online.ts";

/** Reserves the board's space. */
function Skeleton() {
  return (
    <div className={look.courts} aria-hidden>
      {[1, 2, 3, 4].map((court) => (
        <span key={court} className={look.bone} />
      ))}
    </div>
  );
}

function NoBoard({ eventId, why, onRetry }: { eventId: string; why: string; onRetry: () => void }) {
  return (
    <EmptyState picture="offline" title="The court board cannot be shown" text={why}>
      <Button onClick={onRetry}>Try again</Button>
      <ButtonLink to={`/events/${eventId}`} variant="quiet">
        See the event
      </ButtonLink>
    </EmptyState>
  );
}

function Followers({ view: { board, ...rest } }: { view: CourtsView }) {
  const isLive = useOnline();
  if (!board)
    return <EmptyState picture="empty-events" title="No round yet" text="The host starts the first round here." />;
  const followed = { ...rest, board, isLive };
  return (
    <>
      {rest.me !== null && (
        <>
          <MyPlace followed={followed} me={rest.me} />
          {!hasEnded(followed) && <PushOffer label="Notify me when I am next" />}
        </>
      )}
      <FollowedBoard followed={followed} me={rest.me} />
    </>
  );
}

function SignedIn({ eventId, owner }: { eventId: string; owner: string }) {
  const { value, failure, retry, refresh } = useLoaded<CourtsView>(boardPath(eventId), readBoard);
  const reload = useCallback(() => void refresh(), [refresh]);
  useLiveCourts(new URLSearchParams({ courts: eventId }).toString(), reload);
  const isHost = value === null || value.host !== null;
  const tools = useHostBoard(owner, eventId, isHost ? value : null);
  useKeptPage(value !== null);
  // A host's phone shows its stored board while the server is unreachable.
  const link = <EventLink eventId={eventId} title={value?.title ?? "See the event"} />;
  if (tools && isHost)
    return (
      <>
        {link}
        <p className={look.event}>
          <Link to={`/events/${eventId}/door`}>Open the door list</Link>
        </p>
        <HostDesk eventId={eventId} tools={tools} host={value?.host ?? null} isPast={value?.isPast ?? false} />
      </>
    );
  if (value)
    return (
      <>
        {link}
        <Followers view={value} />
      </>
    );
  return failure ? <NoBoard eventId={eventId} why={failure.message} onRetry={retry} /> : <Skeleton />;
}

/** The title of the event, as a link back to it. */
function EventLink({ eventId, title }: { eventId: string; title: string }) {
  return (
    <p className={look.event}>
      <Link to={`/events/${eventId}`}>{title}</Link> · <Link to="/ladder">Ladder and your results</Link>
    </p>
  );
}

/** An event's court board: hosts run it, others follow it. */
export function CourtsDesk({ eventId }: { eventId: string }) {
  const entry = useMemberEntry();
  const signedIn = useOwner();
  // Offline, a new tab has no session yet: show the board of the phone's last host.
  const owner = entry === "unreachable" ? keptFor(eventId) : signedIn;
  if (owner !== null && (entry === "in" || entry === "unreachable"))
    return <SignedIn key={owner} eventId={eventId} owner={owner} />;
  if (entry !== "unreachable") return <Skeleton />;
  return <NoBoard eventId={eventId} why={unreachable()} onRetry={() => void refreshSession()} />;
}
