import { useState } from "react";
import styles from "#src/features/events/waiting-list/components/waiting-history.module.css";
import type { WaitingHistory as History } from "#src/features/events/waiting-list/schema.ts";
import { memberFetch } from "#src/features/identity/member-fetch.ts";

const WORDS: Readonly<Record<History["entries"][number]["what"], string>> = {
  joined: "You joined the waiting list.",
  drawn: "The spaces were drawn, and you got none. You come first at the next draw.",
  offered: "A space was kept for you for 30 minutes.",
  told: "A space was free, and everyone waiting was told.",
  accepted: "You took the space.",
  expired: "You did not take the space in time, so it went to the next person.",
  taken: "Someone else took the space.",
  promoted: "A space was free, and it became yours.",
  left: "You left the waiting list.",
};

/** The viewer's own history on an event's waiting list, loaded on request. */
export function WaitingHistory({ eventId }: { eventId: string }) {
  const [history, setHistory] = useState<History | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  async function load(): Promise<void> {
    const answer = await memberFetch<History>(`/api/social-events/${encodeURIComponent(eventId)}/waiting-list`);
    setFailure(answer.ok ? null : answer.message);
    if (answer.ok) setHistory(answer.value);
  }

  return (
    <details className={styles.history} onToggle={(event) => event.currentTarget.open && void load()}>
      <summary>What happened so far</summary>
      {failure !== null && <p role="alert">{failure}</p>}
      {history === null && failure === null && <p className={styles.time}>Loading…</p>}
      <ol>
        {history?.entries.map(({ what, at, time }) => (
          <li key={`${what} ${at}`}>
            {WORDS[what]} <span className={styles.time}>{time}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}
