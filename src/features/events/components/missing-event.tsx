import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import styles from "#src/features/events/components/missing-event.module.css";
import { EVENT_GONE, EVENT_NOT_FOUND } from "#src/features/events/messages.ts";
import { useSessionState, useSignedIn } from "#src/features/identity/session.ts";
import { ButtonLink } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";

/** How long to search, because a signed-in viewer may still find a close-friends event here. */
const SEARCH_MS = 5000;

/** True once five seconds have passed since the page had loaded. */
function useSearchIsOver(): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const begin = () => {
      timer = setTimeout(() => setIsOver(true), SEARCH_MS);
    };
    // Scripts may run before the page has loaded; the five seconds begin after.
    if (document.readyState === "complete") begin();
    else window.addEventListener("load", begin, { once: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener("load", begin);
    };
  }, []);
  return isOver;
}

/** Sign-in link that returns to this page. */
function SignIn() {
  const { pathname } = useLocation();
  return <ButtonLink to={`/login?${new URLSearchParams({ next: pathname })}`}>Sign in</ButtonLink>;
}

/** Shown if visitors can see no event at this URL. */
export function MissingEvent({ wasThere }: { wasThere: boolean }) {
  const isOver = useSearchIsOver() || wasThere;
  const signedIn = useSignedIn();
  const isVisitor = useSessionState() === "none";
  return (
    <div aria-live="polite" className={styles.state}>
      {isOver ? (
        <EmptyState
          level={1}
          picture="not-found"
          title={wasThere ? EVENT_GONE : EVENT_NOT_FOUND}
          text={
            wasThere
              ? "An organizer may be looking at it, or it was taken down."
              : signedIn
                ? "It may have been taken down. Check the address, or pick another."
                : "It may be for close friends: sign in to see those. Or it was taken down."
          }
        >
          {!signedIn && <SignIn />}
          <ButtonLink to="/events" variant={signedIn ? "primary" : "quiet"}>
            See events
          </ButtonLink>
        </EmptyState>
      ) : (
        <div className={styles.searching}>
          <span className={styles.beam} aria-hidden />
          <h1 className={styles.title}>Looking for this event…</h1>
          <p className={styles.text}>One moment, please.</p>
          {isVisitor && (
            <>
              <p className={styles.text}>Is it for close friends? Members see it at once.</p>
              <SignIn />
            </>
          )}
          <noscript>
            <p>
              No event has this address. <a href="/events">See events</a> or <a href="/join">join the group</a>.
            </p>
          </noscript>
        </div>
      )}
    </div>
  );
}
