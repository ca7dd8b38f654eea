import { useId, useState } from "react";
import styles from "#src/features/admin/components/apps/apps.module.css";
import { useSending } from "#src/features/admin/components/apps/users/use-sending.ts";
import { nameOf } from "#src/features/admin/components/apps/users/user-words.ts";
import { CONFIRM_DELETE, failedWords } from "#src/features/admin/messages.ts";
import type { User } from "#src/features/admin/schema/users.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { TextField } from "#src/ui/field.tsx";
import { Notice } from "#src/ui/notice.tsx";

const WORD = "DELETE";

export type Deleted = { readonly message: string; readonly auditIds: readonly string[] };

type DeleteDialogProps = {
  /** One as a record; several as how many they are. */
  user: User | null;
  userIds: readonly string[];
  onClose: () => void;
  onDeleted: (deleted: Deleted) => void;
};

/** Asks for the word before records go; for a month they can be brought back. */
export function DeleteDialog({ user, userIds, onClose, onDeleted }: DeleteDialogProps) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const { sending, send, finish } = useSending<Deleted>(onDeleted);
  const who = user ? nameOf(user) : `${userIds.length} people`;
  const isDone = sending.kind === "done";
  function remove(): void {
    if (typed !== WORD) {
      setError(CONFIRM_DELETE);
      document.getElementById(id)?.focus();
      return;
    }
    setError(undefined);
    const body = { type: "deleteUsers", userIds };
    void send({ path: "/api/pending-join-requests", method: "POST", body });
  }
  return (
    <Dialog
      title={`Delete ${who}`}
      mayClose={() => sending.kind !== "sending"}
      onClose={isDone ? finish : onClose}
    >
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isDone) remove();
        }}
      >
        {user && <p className={styles.quiet}>{[user.email, user.phone].filter(Boolean).join(" · ")}</p>}
        <p>
          What they answered, voted and wrote goes with them, and their places go to whoever waits. You can undo it for
          30 days.
        </p>
        {!isDone && (
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
        )}
        {sending.kind === "failed" && (
          <Notice kind="error" title={failedWords("delete", sending.failure.status, sending.failure.message)}>
            {sending.failure.status !== 0 && <p>{sending.failure.message}</p>}
          </Notice>
        )}
        <div role="status">{isDone && <Notice title={sending.answer.message} />}</div>
        {!isDone && (
          <div className={styles.actions}>
            <Button type="submit" variant="quiet" className={styles.danger ?? ""} aria-disabled={sending.kind === "sending"}>
              {sending.kind === "sending" ? "Deleting…" : "Delete"}
            </Button>
            <Button variant="quiet" onClick={onClose}>
              Cancel
            </Button>
          </div>
        )}
      </form>
    </Dialog>
  );
}
