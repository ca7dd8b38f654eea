import { useState } from "react";
import styles from "#src/features/events/co-hosts/components/co-hosts.module.css";
import type { CoHosts } from "#src/features/events/co-hosts/schema.ts";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";
import { memberFetch } from "#src/features/identity/member-fetch.ts";
import { isNamed } from "#src/shared/fold-name.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { Notice } from "#src/ui/notice.tsx";

type Method = "PUT" | "DELETE";
type OnChange = (userId: string, method: Method) => void;

/** Number of names shown without a search. */
const SHOWN_AT_ONCE = 8;

function Named({ coHosts, canName, onChange }: Pick<CoHosts, "coHosts" | "canName"> & { onChange: OnChange }) {
  if (coHosts.length === 0) return <p className={styles.quiet}>Nobody yet.</p>;
  return (
    <ul className={styles.names}>
      {coHosts.map(({ userId, name, isMe }) => (
        <li key={userId} className={styles.nameLine}>
          <span>
            {name}
            {isMe && <span className={styles.quiet}> (you)</span>}
          </span>
          {(isMe || canName) && (
            <Button variant="quiet" onClick={() => onChange(userId, "DELETE")}>
              {isMe ? "Leave" : "Remove"}
              <span className="visually-hidden"> {name}</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function Guests({ guests, onChange }: Pick<CoHosts, "guests"> & { onChange: OnChange }) {
  const [query, setQuery] = useState("");
  const found = guests.filter(({ name }) => isNamed(name, query));
  const shown = found.slice(0, SHOWN_AT_ONCE);
  return (
    <section className={styles.part} aria-labelledby="name-a-co-host">
      <h3 id="name-a-co-host" className={styles.partTitle}>
        Add a co-host
      </h3>
      {guests.length === 0 && (
        <p className={styles.quiet}>
          Only people who are going or said maybe can be added, and there is nobody left to add.
        </p>
      )}
      {guests.length > SHOWN_AT_ONCE && (
        <input
          className={styles.search}
          type="search"
          aria-label="Find a guest"
          placeholder="Find a guest"
          autoComplete="off"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      )}
      <ul className={styles.names}>
        {shown.map(({ userId, name }) => (
          <li key={userId} className={styles.nameLine}>
            <span>{name}</span>
            <Button variant="quiet" onClick={() => onChange(userId, "PUT")}>
              Add<span className="visually-hidden"> {name} as a co-host</span>
            </Button>
          </li>
        ))}
      </ul>
      {guests.length > 0 && found.length === 0 && <p className={styles.quiet}>No guest has this name.</p>}
      {found.length > shown.length && (
        <p className={styles.quiet}>And {found.length - shown.length} more. Type a name to find them.</p>
      )}
    </section>
  );
}

type CoHostsDialogProps = {
  eventId: string;
  title: string;
  /** Someone was added or removed. */
  onChange: () => void;
  onClose: () => void;
};

/** The co-hosts of an event. */
export function CoHostsDialog({ eventId, title, onChange, onClose }: CoHostsDialogProps) {
  const path = `/api/social-events/${encodeURIComponent(eventId)}/co-hosts`;
  const { value, failure, refresh } = useLoaded<CoHosts>(path);
  const [problem, setProblem] = useState<string | null>(null);
  async function change(userId: string, method: Method) {
    const answer = await memberFetch(`${path}/${encodeURIComponent(userId)}`, { method });
    setProblem(answer.ok ? null : answer.message);
    if (!answer.ok) return;
    onChange();
    const isLeaving = method === "DELETE" && value?.coHosts.some((each) => each.isMe && each.userId === userId);
    if (isLeaving === true) onClose();
    else await refresh();
  }
  const onPress: OnChange = (userId, method) => void change(userId, method);
  const words = problem ?? failure?.message ?? null;
  return (
    <Dialog title="Co-hosts" about={title} hasAnswers={false} onClose={onClose}>
      <div className={styles.sheet}>
        <p>
          Co-hosts can do what the host can, except add co-hosts or change who hosts and who is paid. They get an email
          when you add them.
        </p>
        {words !== null && <Notice kind="error" title={words} />}
        {value && <Named coHosts={value.coHosts} canName={value.canName} onChange={onPress} />}
        {value?.canName === true && <Guests guests={value.guests} onChange={onPress} />}
      </div>
    </Dialog>
  );
}
