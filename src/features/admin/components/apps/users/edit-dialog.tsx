import { useCallback, useEffect, useState } from "react";
import styles from "#src/features/admin/components/apps/apps.module.css";
import { UserField } from "#src/features/admin/components/apps/users/user-field.tsx";
import { useSending } from "#src/features/admin/components/apps/users/use-sending.ts";
import { nameOf } from "#src/features/admin/components/apps/users/user-words.ts";
import { useKept } from "#src/features/admin/components/use-kept.ts";
import { failedWords, FIELD_LABELS, NO_CHANGES_TO_SAVE } from "#src/features/admin/messages.ts";
import type { User, UserField as Field } from "#src/features/admin/schema/users.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { Notice } from "#src/ui/notice.tsx";

const FIELDS = Object.keys(FIELD_LABELS) as Field[];

type Draft = Partial<Record<Field, string>>;
type Saved = { readonly message: string; readonly user: User };

/** As the API wants it: an age is a number, or nothing. */
function sentOf(draft: Draft): Record<string, unknown> {
  const { age, ...texts } = draft;
  return { ...texts, ...(age !== undefined && { age: /^\d+$/.test(age.trim()) ? Number(age) : age.trim() }) };
}

/** What was typed and differs from the record; kept through a reload until it is saved or given up. */
function useDraft(user: User) {
  const [kept, setKept] = useKept<{ draft: Draft }>(`edit-${user.userId}`, { draft: {} });
  const said = (field: Field) => kept.draft[field] ?? String(user[field] ?? "");
  const changes = Object.fromEntries(
    FIELDS.filter((field) => said(field).trim() !== String(user[field] ?? "")).map((field) => [field, said(field)]),
  ) as Draft;
  return {
    said,
    changes,
    isChanged: Object.keys(changes).length > 0,
    set: (field: Field, value: string) => setKept(({ draft }) => ({ draft: { ...draft, [field]: value } })),
    forget: useCallback(() => setKept({ draft: {} }), [setKept]),
  };
}

function Leaving({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <Notice kind="warning" title="What you changed is not saved yet.">
      <div className={styles.actions}>
        <Button variant="quiet" onClick={onStay}>
          Keep going
        </Button>
        <Button variant="quiet" onClick={onLeave}>
          Leave without saving
        </Button>
      </div>
    </Notice>
  );
}

type EditDialogProps = { user: User; onClose: () => void; onSaved: (user: User) => void };

/** One record, field by field; only what differs is sent. */
export function EditDialog({ user, onClose, onSaved }: EditDialogProps) {
  const draft = useDraft(user);
  const { forget } = draft;
  const [says, setSays] = useState<"leaving" | "left" | "nothing" | null>(null);
  const { sending, send, finish } = useSending<Saved>((saved) => onSaved(saved.user));
  const isDone = sending.kind === "done";
  const failure = sending.kind === "failed" ? sending.failure : null;
  const isOver = isDone || says === "left";
  useEffect(() => {
    // Once what is kept of it is empty, which an effect of its own sees to.
    if (isOver) forget();
    if (says === "left") onClose();
  }, [isOver, says, forget, onClose]);
  function mayClose(): boolean {
    if (isDone || !draft.isChanged) return sending.kind !== "sending";
    setSays("leaving");
    return false;
  }
  async function save(): Promise<void> {
    if (!draft.isChanged) return setSays("nothing");
    setSays(null);
    const body = { type: "editUser", userId: user.userId, fields: sentOf(draft.changes) };
    await send({ path: "/api/pending-join-requests", method: "POST", body });
  }
  const close = () => {
    if (isDone) finish();
    else onClose();
  };
  return (
    <Dialog title={`Edit ${nameOf(user)}`} isWide mayClose={mayClose} onClose={close}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isDone) void save();
        }}
      >
        <div className={styles.fields}>
          {FIELDS.map((field) => (
            <UserField
              key={field}
              field={field}
              value={isDone ? String(sending.answer.user[field] ?? "") : draft.said(field)}
              error={failure?.fields?.[`fields.${field}`]}
              onValue={(value) => {
                setSays(null);
                draft.set(field, value);
              }}
            />
          ))}
        </div>
        <div role="status">
          {isDone && <Notice title={sending.answer.message} />}
          {says === "nothing" && <Notice title={NO_CHANGES_TO_SAVE} />}
        </div>
        {failure && (
          <Notice kind="error" title={failedWords("update", failure.status, failure.message)}>
            <p>{failure.status === 0 ? "What you changed is still here." : failure.message}</p>
          </Notice>
        )}
        {says === "leaving" && <Leaving onStay={() => setSays(null)} onLeave={() => setSays("left")} />}
        {!isDone && says !== "leaving" && (
          <div className={styles.actions}>
            <Button type="submit" aria-disabled={sending.kind === "sending"}>
              {sending.kind === "sending" ? "Saving…" : "Save"}
            </Button>
            <Button variant="quiet" onClick={() => mayClose() && onClose()}>
              Cancel
            </Button>
          </div>
        )}
      </form>
    </Dialog>
  );
}
