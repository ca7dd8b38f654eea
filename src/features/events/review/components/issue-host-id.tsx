import { useEffect, useRef, useState } from "react";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import styles from "#src/features/events/review/components/review.module.css";
import { LABEL_REQUIRED, LOOK_BELOW } from "#src/features/events/review/messages.ts";
import type { IssuedHostId } from "#src/features/events/review/schema/host-ids.ts";
import { CopyButton } from "#src/ui/copy-button.tsx";
import { Button } from "#src/ui/button-link.tsx";
import { TextField } from "#src/ui/field.tsx";
import { FailureNotice, Notice } from "#src/ui/notice.tsx";
import { useFaultFocus } from "#src/ui/use-fault-focus.ts";

/** Shows the new Host ID once; it can't be shown again. */
function Issued({ issued, onDone }: { issued: IssuedHostId; onDone: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className={styles.place}>
      <Notice title={`The Host ID “${issued.entry.label}”`}>
        <p>
          <code className={styles.clear}>{issued.hostId}</code>
        </p>
        <p>It is shown only now. Copy it and give it to the host; if it is lost, revoke it and issue another one.</p>
        <div className={styles.actions}>
          <CopyButton label="Copy" text={() => issued.hostId} />
          <Button variant="quiet" onClick={onDone}>
            Done
          </Button>
        </div>
      </Notice>
    </div>
  );
}

type Faults = { readonly label?: string; readonly email?: string };

/** Issues a Host ID. A failure keeps the input. */
function useIssuing(onIssued: () => void) {
  const [label, setLabel] = useState("");
  const [email, setEmail] = useState("");
  const [faults, setFaults] = useState<Faults>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [issued, setIssued] = useState<IssuedHostId | null>(null);
  const [isSending, setIsSending] = useState(false);
  async function issue(): Promise<void> {
    if (isSending) return;
    setProblem(null);
    if (label.trim() === "") return setFaults({ label: LABEL_REQUIRED });
    setIsSending(true);
    const answer = await consoleFetch<IssuedHostId>("/api/admin/host-ids", { method: "POST", body: { label, email } });
    setIsSending(false);
    setFaults(answer.ok ? {} : (answer.fields ?? {}));
    if (!answer.ok && answer.status === 0) {
      // It may have been issued anyway, so reload the list.
      onIssued();
      return setProblem(`${answer.message} ${LOOK_BELOW}`);
    }
    if (!answer.ok) return answer.fields ? undefined : setProblem(answer.message);
    setIssued(answer.value);
    setLabel("");
    setEmail("");
    onIssued();
  }
  const putAway = () => setIssued(null);
  return { label, setLabel, email, setEmail, faults, problem, issued, putAway, isSending, issue };
}

/** Issues a Host ID and shows it once. */
export function IssueHostId({ onIssued }: { onIssued: () => void }) {
  const { label, setLabel, email, setEmail, faults, problem, issued, putAway, isSending, issue } = useIssuing(onIssued);
  const form = useFaultFocus(faults);
  if (issued) return <Issued issued={issued} onDone={putAway} />;
  return (
    <form
      ref={form}
      className={styles.issue}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void issue();
      }}
    >
      <TextField
        label="Name of the Host ID"
        autoComplete="off"
        maxLength={100}
        value={label}
        error={faults.label}
        onValue={setLabel}
      />
      <TextField
        label="Email of the host (optional)"
        type="email"
        autoComplete="off"
        maxLength={100}
        hint="Then only they can use it."
        value={email}
        error={faults.email}
        onValue={setEmail}
      />
      <FailureNotice words={problem && `${problem} What you typed is still here.`} />
      <div className={styles.actions}>
        <Button type="submit" variant="quiet" aria-disabled={isSending}>
          {isSending ? "Issuing…" : "Issue a Host ID"}
        </Button>
      </div>
    </form>
  );
}
