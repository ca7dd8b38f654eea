import { useState } from "react";
import { PollFields } from "#src/features/events/polls/components/poll-fields.tsx";
import styles from "#src/features/events/polls/components/poll-fields.module.css";
import { BLANK_POLL, type PollDraft, pollOf } from "#src/features/events/polls/rules.ts";
import type { PollView } from "#src/features/events/polls/schema.ts";
import type { RsvpTools } from "#src/features/events/rsvps/components/use-rsvp.ts";
import { Button } from "#src/ui/button-link.tsx";
import { ConfirmButton } from "#src/ui/confirm-button.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { useFaultFocus } from "#src/ui/use-fault-focus.ts";

function draftOf(poll: PollView | null): PollDraft {
  if (poll === null) return BLANK_POLL;
  const { question, multiple, membersOnly, options } = poll;
  return { question, multiple, membersOnly, choices: options.map(({ id, label }) => ({ id, label })) };
}

/** The body of the call that creates a poll, or changes the one that the form was opened with. */
function bodyOf(draft: PollDraft, poll: PollView | null) {
  const { options, ...rest } = pollOf(draft);
  return poll === null
    ? { ...rest, options: options.map(({ label }) => label) }
    : { ...rest, options, seen: poll.options.map(({ id }) => id) };
}

function DeleteQuestion({ isBusy, onDelete, onKeep }: { isBusy: boolean; onDelete: () => void; onKeep: () => void }) {
  return (
    <div className={styles.actions} role="group" aria-label="Delete this poll and its votes?">
      <ConfirmButton onClick={onDelete}>{isBusy ? "Deleting…" : "Delete poll and votes"}</ConfirmButton>
      <Button variant="quiet" onClick={onKeep}>
        Keep poll
      </Button>
    </div>
  );
}

type PollEditorProps = {
  /** Null for a new poll. */
  poll: PollView | null;
  savePoll: RsvpTools["savePoll"];
  onClose: () => void;
};

/** A dialog that creates, edits or deletes an event's poll. */
export function PollEditor({ poll, savePoll, onClose }: PollEditorProps) {
  const [first] = useState(poll);
  const [draft, setDraft] = useState(() => draftOf(poll));
  const [isBusy, setIsBusy] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const [refusal, setRefusal] = useState<{ message: string; fields: Readonly<Record<string, string>> } | null>(null);

  async function send(method: "POST" | "PATCH" | "DELETE", body?: unknown): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    const refused = await savePoll(method, body);
    setIsBusy(false);
    setRefusal(refused);
    if (refused === null) onClose();
  }

  const fields = refusal?.fields ?? {};
  const form = useFaultFocus(refusal);
  return (
    <Dialog title={poll === null ? "Add a poll" : "Edit poll"} onClose={onClose}>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send(poll === null ? "POST" : "PATCH", bodyOf(draft, first));
        }}
      >
        <PollFields id="poll-edit" draft={draft} faults={fields} onDraft={setDraft} />
        {poll !== null && poll.voters > 0 && (
          <p className={styles.voted}>
            People have voted, so the question and the choices with votes keep their words. Removing a choice removes
            its votes.
          </p>
        )}
        {refusal && Object.keys(fields).length === 0 && <Notice kind="error" title={refusal.message} />}
        {isDeleting ? (
          <DeleteQuestion isBusy={isBusy} onDelete={() => void send("DELETE")} onKeep={() => setIsDeleting(false)} />
        ) : (
          <div className={styles.actions}>
            <Button type="submit" aria-disabled={isBusy || undefined}>
              {isBusy ? "Saving…" : poll === null ? "Add poll" : "Save poll"}
            </Button>
            {poll !== null && (
              <Button variant="quiet" onClick={() => setIsDeleting(true)}>
                Delete poll
              </Button>
            )}
          </div>
        )}
      </form>
    </Dialog>
  );
}
