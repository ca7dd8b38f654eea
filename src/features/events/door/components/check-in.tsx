import { useEffect, useState } from "react";
import type { CheckedIn } from "#src/features/events/door/schema.ts";
import { useMemberEntry } from "#src/features/identity/components/use-member-entry.ts";
import { memberFetch, type MemberAnswer } from "#src/features/identity/member-fetch.ts";
import { useSignedIn } from "#src/features/identity/session.ts";
import { Button, ButtonLink } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";

/** Moves the code from the URL to session storage, because the reader may have to sign in first. */
function takeCode(eventId: string): string {
  const key = `check-in:${eventId}`;
  const { hash, pathname } = window.location;
  if (hash.length > 1) {
    sessionStorage.setItem(key, hash.slice(1));
    window.history.replaceState(window.history.state, "", pathname);
  }
  return sessionStorage.getItem(key) ?? "";
}

/** Checks the reader in with the code that they scanned. */
export function CheckIn({ eventId }: { eventId: string }) {
  // Runs first, before the sign-in replaces the URL.
  useEffect(() => void takeCode(eventId), [eventId]);
  const entry = useMemberEntry();
  const isSignedIn = useSignedIn();
  const [answer, setAnswer] = useState<MemberAnswer<CheckedIn> | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    // "Try again" restores the session first if needed.
    if (!isSignedIn && attempt === 0) return;
    const request = new AbortController();
    void memberFetch<CheckedIn>(`/api/social-events/${encodeURIComponent(eventId)}/check-in`, {
      method: "POST",
      body: { code: takeCode(eventId) },
      signal: request.signal,
    }).then((result) => {
      if (!request.signal.aborted) setAnswer(result);
    });
    return () => request.abort();
  }, [eventId, isSignedIn, attempt]);
  const toEvent = <ButtonLink to={`/events/${eventId}`}>See the event</ButtonLink>;
  if (answer?.ok === true) {
    const { title, hasPlace } = answer.value;
    const text = hasPlace
      ? `Have fun at ${title}.`
      : `You are on the list of ${title} as a walk-in. Please say hello to the host.`;
    return (
      <EmptyState level={1} picture="joined" title="You’re checked in" text={text}>
        {toEvent}
      </EmptyState>
    );
  }
  if (answer?.ok === false || entry === "unreachable")
    return (
      <EmptyState
        level={1}
        picture="offline"
        title="You’re not checked in yet"
        text={answer?.ok === false ? answer.message : "There is no connection right now."}
      >
        <Button onClick={() => setAttempt((count) => count + 1)}>Try again</Button>
        {toEvent}
      </EmptyState>
    );
  return <EmptyState level={1} picture="joined" title="Checking you in…" />;
}
