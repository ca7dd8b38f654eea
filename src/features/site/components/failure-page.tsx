import { useEffect } from "react";
import { useLocation } from "react-router";
import { ButtonLink } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { Page } from "#src/ui/page.tsx";
import { useOnline } from "#src/ui/use-online.ts";

/** The message of an expected failure that a loader threw as data; undefined for an unexpected error. */
export function failureMessage(data: unknown): string | undefined {
  if (typeof data !== "object" || data === null || !("message" in data)) return undefined;
  return typeof data.message === "string" ? data.message : undefined;
}

const RELOADED = "sandbar:reloaded-offline";

/** Offline, requests the whole page from the service worker, once: it caches documents, not their data. */
function useKeptDocument(): void {
  useEffect(() => {
    if (navigator.onLine || !navigator.serviceWorker?.controller) return;
    try {
      if (sessionStorage.getItem(RELOADED) === location.href) return;
      sessionStorage.setItem(RELOADED, location.href);
    } catch {
      // Without storage, a second failure could not be told from the first.
      return;
    }
    location.reload();
  }, []);
}

/** What failed, what is safe, and what to do. `error` is the data that a loader threw, if any. */
export function FailurePage({ error }: { error: unknown }) {
  const { pathname, search } = useLocation();
  const isOnline = useOnline();
  useKeptDocument();
  const said =
    failureMessage(error) ??
    (isOnline ? "Something went wrong on our side." : "You are offline, and this page needs a network.");
  return (
    <Page width="text">
      <EmptyState
        level={1}
        picture="offline"
        title="This page did not load"
        text={`${said} Whatever you sent before is safe.`}
      >
        <ButtonLink to={pathname + search} reloadDocument>
          Try again
        </ButtonLink>
        <ButtonLink to="/events" variant="quiet">
          See events
        </ButtonLink>
      </EmptyState>
    </Page>
  );
}
