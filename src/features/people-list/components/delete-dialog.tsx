import { useId, useState } from "react";
import styles from "#src/features/console/components/panel.module.css";
import { useSending } from "#src/features/people-list/components/use-sending.ts";
import { nameOf } from "#src/features/people/components/record-fields.ts";
import { CONFIRM_DELETE, failedWords } from "#src/features/people/messages.ts";
import type { User } from "#src/features/people/schema/users.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { TextField } from "#src/ui/field.tsx";
import { FailureNotice, Notice } from "#src/ui/notice.tsx";

const WORD = "DELETE";
const MOST_NAMED = 10;

export type Deleted = { readonly message: string; readonly auditIds: readonly string[] };

const aboutOf = (user: User) => [nameOf(user), user.email].filter(Boolean).join(", ");

type DeleteDialogProps = {
  users: readonly User[];
  onClose: () => void;
  onDeleted: (deleted: Deleted) => void;
};

type AskingProps = { isBusy: boolean; failure: string | null; onDelete: () => void; onClose: () => void };

/** The confirmation word, and the error. */
function Asking({ isBusy, failure, onDelete, onClose }: AskingProps) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  function submit(event: React.FormEvent): void {
    event.preventDefault();
    setError(typed === WORD ? undefined : CONFIRM_DELETE);
    if (typed === WORD) onDelete();
    else document.getElementById(id)?.focus();
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <TextField
        id={id}
        label={`Type ${WORD} to confirm`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={typed}
        error={error}
        onValue={setTyped}
      />
      <FailureNotice words={failure} />
      <div className="buttons">
        <Button type="submit" variant="quiet" className={styles.danger ?? ""} aria-disabled={isBusy || undefined}>
          {isBusy ? "Deleting…" : "Delete"}
        </Button>
        <Button variant="quiet" disabled={isBusy} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Asks for a confirmation word before deleting records. Deletions can be undone for a month. */
export function DeleteDialog({ users, onClose, onDeleted }: DeleteDialogProps) {
  const { sending, send, finish } = useSending<Deleted>(onDeleted);
  const [user, ...others] = users;
  const who = user && others.length === 0 ? nameOf(user) : `${users.length} people`;
  const isDone = sending.kind === "done";
  const failure = sending.kind === "failed" ? sending.failure : null;
  const body = { type: "deleteUsers", userIds: users.map(({ userId }) => userId) };
  return (
    <Dialog
      title={`Delete ${who}`}
      hasAnswers={false}
      mayClose={() => sending.kind !== "sending"}
      onClose={isDone ? finish : onClose}
    >
      <div className={styles.form}>
        <p className="quiet">
          {users.slice(0, MOST_NAMED).map(aboutOf).join("; ")}
          {users.length > MOST_NAMED && " and others"}
        </p>
        <div role="status">{isDone && <Notice title={sending.answer.message} />}</div>
        {!isDone && (
          <>
            <p>
              Their RSVPs and votes are deleted, their chat messages lose their name, and their spaces go to the waiting
              lists. You can undo it for 30 days.
            </p>
            <Asking
              isBusy={sending.kind === "sending"}
              failure={failure && failedWords("delete", failure.status, failure.message)}
              onDelete={() => void send({ path: "/api/pending-join-requests", method: "POST", body })}
              onClose={onClose}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}
