import { useId, useState } from "react";
import { useNavigate } from "react-router";
import styles from "#src/features/dashboard/components/account-tab.module.css";
import { CONFIRM_DELETE, KEPT_AFTER_DELETION } from "#src/features/dashboard/messages.ts";
import { ACCOUNT_DELETED } from "#src/features/identity/messages.ts";
import { memberFetch } from "#src/features/identity/member-fetch.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { TextField } from "#src/ui/field.tsx";

const WORD = "DELETE";

function Kept() {
  return (
    <ul className={styles.kept}>
      {KEPT_AFTER_DELETION.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

/** Handles the confirmation word and the deletion. */
function useDeletion(id: string, onDeleted: () => void) {
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [state, setState] = useState<"asking" | "deleting">("asking");
  async function remove(): Promise<void> {
    if (state !== "asking") return;
    if (typed !== WORD) {
      setError(CONFIRM_DELETE);
      document.getElementById(id)?.focus();
      return;
    }
    setError(null);
    setState("deleting");
    const answer = await memberFetch("/api/profile", { method: "DELETE", body: { confirm: typed } });
    if (answer.ok) return onDeleted();
    setState("asking");
    setError(answer.message);
  }
  return { typed, setTyped, error, state, remove };
}

/** Irreversible deletion of the account: says what is deleted and what stays, and asks for a confirmation word. */
export function DeleteDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const id = useId();
  // Navigates to sign-out, which clears the person's data in this browser.
  const leave = () => void navigate("/logout", { replace: true, state: ACCOUNT_DELETED });
  const { typed, setTyped, error, state, remove } = useDeletion(id, leave);
  return (
    <Dialog title="Delete my account" hasAnswers={false} mayClose={() => state === "asking"} onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void remove();
        }}
      >
        <p>
          Your profile, your answers to events, your votes and what you sent us are deleted now and for good. Your
          spaces go to the people on the waiting lists.
        </p>
        <Kept />
        <TextField
          id={id}
          label={`Type ${WORD} to confirm`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={typed}
          error={error ?? undefined}
          onValue={setTyped}
        />
        <div className="buttons">
          <Button type="submit" variant="quiet" className={styles.danger ?? ""} aria-disabled={state === "deleting"}>
            {state === "deleting" ? "Deleting…" : "Delete my account"}
          </Button>
          <Button variant="quiet" disabled={state === "deleting"} onClick={onClose}>
            Keep it
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
