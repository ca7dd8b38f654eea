import { useEffect, useState } from "react";
import styles from "#src/features/console/components/panel.module.css";
import { findUsers } from "#src/features/people-list/components/users-cache.ts";
import { nameOf } from "#src/features/people/components/record-fields.ts";
import { FAILED_TO_FETCH_USERS } from "#src/features/people/messages.ts";
import type { User } from "#src/features/people/schema/users.ts";
import { formatPhone } from "#src/shared/contact.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { TextField } from "#src/ui/field.tsx";
import { FailureNotice } from "#src/ui/notice.tsx";

const TYPING_MS = 250;

type Found = { readonly users: readonly User[]; readonly failure: string | null };

/** People matching the search. */
function useFound(search: string) {
  const [found, setFound] = useState<Found | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isOver = false;
    const soon = setTimeout(() => {
      void findUsers(search, { isFresh: attempt > 0 }).then((answer) => {
        if (isOver) return;
        setFound(answer.ok ? { users: answer.value.users, failure: null } : { users: [], failure: answer.message });
      });
    }, TYPING_MS);
    return () => {
      isOver = true;
      clearTimeout(soon);
    };
  }, [search, attempt]);
  return { found, again: () => setAttempt((count) => count + 1) };
}

function countOf(count: number, isByName: boolean): string {
  if (!isByName) return `${count} found`;
  return count === 0 ? "Nobody else has this name." : `${count} with this name`;
}

type TargetDialogProps = { source: User; onTarget: (target: User) => void; onClose: () => void };

/** Finds the record to merge into. */
export function TargetDialog({ source, onTarget, onClose }: TargetDialogProps) {
  const [search, setSearch] = useState("");
  const typed = search.trim();
  // Start with the name, because most duplicates share it.
  const name = source.name || source.nickname;
  const { found, again } = useFound(typed || name);
  const others = found?.users.filter(({ userId }) => userId !== source.userId);
  return (
    <Dialog title={`Merge ${nameOf(source)} into …`} hasAnswers={false} onClose={onClose}>
      <div className={styles.form}>
        <TextField
          label="Who is it?"
          type="search"
          hint="The record that stays. Name, nickname, email or phone."
          autoComplete="off"
          maxLength={100}
          value={search}
          onValue={setSearch}
        />
        <FailureNotice title={FAILED_TO_FETCH_USERS} words={found?.failure} />
        <p role="status" className="quiet">
          {others ? countOf(others.length, typed === "" && name !== "") : "Looking…"}
        </p>
        <ul className={styles.targets}>
          {others?.map((user) => (
            <li key={user.userId}>
              <button type="button" className={styles.target} onClick={() => onTarget(user)}>
                <strong>{nameOf(user)}</strong>
                <span>{[user.email, formatPhone(user.phone)].filter(Boolean).join(" · ")}</span>
              </button>
            </li>
          ))}
        </ul>
        <div className="buttons">
          <Button variant="quiet" onClick={again}>
            Look again
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
