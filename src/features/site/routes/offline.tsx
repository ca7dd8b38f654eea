import { useEffect, useState } from "react";
import type { Route } from "./+types/offline";
import { listSeenEvents, type SeenEvent } from "#src/features/site/components/seen-events.ts";
import styles from "#src/features/site/components/prose.module.css";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { ButtonLink } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { useHydrated } from "#src/ui/use-hydrated.ts";
import { Page } from "#src/ui/page.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "You are offline", path: "/offline", isHidden: true });

/** The requested page: a path of this site, or the events for anything else. */
function wantedPath(): string {
  const to = new URLSearchParams(location.search).get("to") ?? "";
  return URL.canParse(to, location.origin) && new URL(to, location.origin).origin === location.origin ? to : "/events";
}

/** Shown by the service worker when offline, for a page that was never opened. */
export default function Offline() {
  const [seen, setSeen] = useState<readonly SeenEvent[]>([]);
  const wanted = useHydrated() ? wantedPath() : "/events";
  useEffect(() => void listSeenEvents().then(setSeen), []);
  return (
    <Page width="text">
      <EmptyState
        level={1}
        picture="offline"
        title="You are offline"
        text="This page needs a network. What you saw of our events last is still here."
      >
        {/* Document navigations, because the service worker caches documents. */}
        <ButtonLink to={wanted} reloadDocument>
          Try again
        </ButtonLink>
        <ButtonLink to="/events" variant="quiet" reloadDocument>
          The events as you saw them last
        </ButtonLink>
      </EmptyState>
      {seen.length > 0 && (
        <section className={styles.prose} aria-labelledby="seen-events">
          <h2 id="seen-events">Seen lately</h2>
          <ul>
            {seen.map(({ path, title }) => (
              <li key={path}>
                <a href={path}>{title}</a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Page>
  );
}
