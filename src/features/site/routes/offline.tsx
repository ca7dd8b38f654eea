import { useEffect, useState } from "react";
import type { Route } from "./+types/offline";
import { listSeenEvents, type SeenEvent } from "#src/features/site/components/seen-events.ts";
import styles from "#src/features/site/components/prose.module.css";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { Page } from "#src/ui/page.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "You are offline", path: "/offline", isHidden: true });

/** Shown by the service worker for a page that was never seen, while there is no network. */
export default function Offline() {
  const [seen, setSeen] = useState<readonly SeenEvent[]>([]);
  useEffect(() => void listSeenEvents().then(setSeen), []);
  return (
    <Page width="text">
      <EmptyState
        level={1}
        picture="offline"
        title="You are offline"
        text="This page needs a network. What you saw of our events last is still here."
      >
        {/* Documents, not links within the page: those are what is kept. */}
        <a href="/events">The events as you saw them last</a>
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
