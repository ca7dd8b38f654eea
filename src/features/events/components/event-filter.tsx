import { useEffect, useRef } from "react";
import { Link } from "react-router";
import styles from "#src/features/events/components/event-filter.module.css";
import { useSiteFacts } from "#src/features/site/use-site-facts.ts";

/** Filters the list by activity. Uses links, so that it works without scripts and can be shared. */
export function EventFilter({ chat }: { chat: string | null }) {
  const { chatGroups = [] } = useSiteFacts() ?? {};
  const kinds = [{ label: "All", to: "/events", current: chat === null }].concat(
    chatGroups.map((kind) => ({
      label: kind,
      to: `/events?${new URLSearchParams({ chat: kind })}`,
      current: chat === kind,
    })),
  );
  const top = useRef<HTMLDivElement>(null);
  const shown = useRef(chat);
  // A shorter list would keep the scroll position, with its first day hidden under the bar.
  useEffect(() => {
    if (shown.current === chat) return;
    shown.current = chat;
    if (top.current && top.current.getBoundingClientRect().top < 0) top.current.scrollIntoView();
  }, [chat]);
  return (
    <>
      <div ref={top} />
      <nav className={styles.bar} aria-label="Kinds of events">
        <ul className={styles.kinds}>
          {kinds.map(({ label, to, current }) => (
            <li key={to}>
              <Link
                to={to}
                className={styles.kind}
                aria-current={current ? "true" : undefined}
                preventScrollReset
                // Scrolls the focused filter into view for keyboard users.
                onFocus={(event) => event.currentTarget.scrollIntoView({ block: "nearest", inline: "nearest" })}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
