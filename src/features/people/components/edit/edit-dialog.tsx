import { LimitsPanel } from "#src/features/chats/components/limits-panel.tsx";
import { BlockPanel } from "#src/features/blocks/components/block-panel.tsx";
import { AccountFacts } from "#src/features/people/components/edit/account-facts.tsx";
import styles from "#src/features/people/components/edit/edit-dialog.module.css";
import { EditField } from "#src/features/people/components/edit/edit-fields.tsx";
import {
  type Edits,
  type EditState,
  type EditWords,
  type SaveEdits,
  useEditing,
} from "#src/features/people/components/edit/use-editing.ts";
import {
  factsOfField,
  nameOf,
  RECORD_FIELDS,
  valueOf,
  wordsOf,
} from "#src/features/people/components/record-fields.ts";
import type { User } from "#src/features/people/schema/users.ts";
import { Facts } from "#src/ui/facts.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { Notice } from "#src/ui/notice.tsx";
import foot from "#src/features/people/components/dialog-foot.module.css";
import { FormActions } from "#src/ui/form-actions.tsx";

type EditDialogProps = {
  user: User;
  /** The unsaved changes: only values that differ from the record. */
  edits: Edits;
  onEdits: (edits: Edits) => void;
  save: SaveEdits;
  words?: EditWords;
  /** Called after the save and its confirmation. */
  onSaved: (words: string) => void;
  /** Closed without a decision: the edits may stay. */
  onClose: () => void;
  /** Canceled: discard the edits. */
  onCancel: () => void;
};

function Saved({ user, words }: { user: User; words: string }) {
  return (
    <div className={styles.form}>
      <div role="status">
        <Notice>
          <p>{words}</p>
        </Notice>
      </div>
      <Facts
        facts={RECORD_FIELDS.map((field) => [factsOfField(field).label, wordsOf(field, valueOf(user, field))] as const)}
      />
    </div>
  );
}

type FootProps = { state: EditState; hasEdits: boolean; onCancel: () => void };

function Foot({ state, hasEdits, onCancel }: FootProps) {
  const isSaving = state.kind === "saving";
  return (
    <div className={foot.foot}>
      <div role="status">
        {state.kind === "unchanged" && (
          <Notice>
            <p>{state.words}</p>
          </Notice>
        )}
      </div>
      {state.kind === "failed" && (
        <Notice kind="error">
          <p>{state.words}</p>
        </Notice>
      )}
      <FormActions action={["Save", "Saving…"]} isBusy={isSaving} canSend={hasEdits} onCancel={onCancel} />
    </div>
  );
}

/** A form to edit a record. Sends only changed fields. */
export function EditDialog({ onEdits, onClose, onCancel, ...editing }: EditDialogProps) {
  const { user, edits } = editing;
  const { form, state, errors, submit, finish } = useEditing(editing);
  if (state.kind === "saved") {
    return (
      <Dialog title={nameOf(state.user)} onClose={finish}>
        <Saved user={state.user} words={state.words} />
      </Dialog>
    );
  }
  return (
    // Edits are kept for the next time.
    <Dialog
      title={`Edit ${nameOf(user)}`}
      mayClose={() => state.kind !== "saving"}
      hasAnswers={false}
      onClose={onClose}
    >
      <LimitsPanel userId={user.userId} />
      <form ref={form} className={styles.form} noValidate onSubmit={submit}>
        <div className={styles.fields}>
          {RECORD_FIELDS.map((field) => {
            const before = valueOf(user, field);
            return (
              <EditField
                key={field}
                field={field}
                value={edits[field] ?? before}
                error={errors[field]}
                onValue={(value) => {
                  const { [field]: _, ...others } = edits;
                  onEdits(value === before ? others : { ...others, [field]: value });
                }}
              />
            );
          })}
        </div>
        <AccountFacts user={user} />
        <Foot state={state} hasEdits={Object.keys(edits).length > 0} onCancel={onCancel} />
      </form>
      <BlockPanel userId={user.userId} name={nameOf(user)} />
    </Dialog>
  );
}
