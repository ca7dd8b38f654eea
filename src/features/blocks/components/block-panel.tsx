import { useState } from "react";
import styles from "#src/features/blocks/components/block-panel.module.css";
import type { Block } from "#src/features/blocks/schema.ts";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";
import { longDate } from "#src/shared/dates.ts";
import { Button } from "#src/ui/button-link.tsx";
import { TextArea, TextField } from "#src/ui/field.tsx";
import { FormActions } from "#src/ui/form-actions.tsx";
import { useMoments } from "#src/ui/moments.ts";
import { Notice } from "#src/ui/notice.tsx";
import { takeFocus } from "#src/ui/take-focus.ts";
import { useFaultFocus } from "#src/ui/use-fault-focus.ts";

type Faults = Readonly<Record<string, string>>;
type FormProps = {
  name: string;
  isBusy: boolean;
  faults: Faults;
  onBlock: (block: object) => void;
  onClose: () => void;
};

function BlockForm({ name, isBusy, faults, onBlock, onClose }: FormProps) {
  const [reason, setReason] = useState("");
  const [until, setUntil] = useState("");
  const form = useFaultFocus(faults);
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onBlock({ reason, ...(until !== "" && { until }) });
      }}
    >
      <p className={styles.quiet}>
        While blocked, {name} can’t RSVP, write in chats or host, and no automation approves them. The site doesn’t tell
        them why. Their RSVPs stay, but an offered space ends, and they get none from a waiting list.
      </p>
      <TextArea
        ref={takeFocus}
        label="Why"
        rows={3}
        maxLength={500}
        hint="Organizers can read it, and so can the person, in their own data export."
        value={reason}
        error={faults["reason"]}
        onValue={setReason}
      />
      <TextField
        label="Last day (optional)"
        type="date"
        hint="Leave blank to block permanently."
        value={until}
        error={faults["until"]}
        onValue={setUntil}
      />
      <FormActions action={["Block this person", "Blocking…"]} isBusy={isBusy} onCancel={onClose} />
    </form>
  );
}

function Blocked({ block }: { block: NonNullable<Block["block"]> }) {
  const { momentWords } = useMoments();
  return (
    <Notice kind="warning" title={block.until === null ? "Blocked for good" : `Blocked until ${longDate(block.until)}`}>
      <p>{block.reason}</p>
      <p>Since {momentWords(block.blockedAt)}.</p>
    </Notice>
  );
}

/** A person's block, with buttons to block or unblock them. */
export function BlockPanel({ userId, name }: { userId: string; name: string }) {
  const path = `/api/admin/blocks/${encodeURIComponent(userId)}`;
  const { value, set } = useLoaded<Block>(path, consoleFetch);
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [refused, setRefused] = useState<{ message: string; fields: Faults } | null>(null);
  // Other roles are refused and see nothing.
  if (value === null) return null;
  async function change(method: "PUT" | "DELETE", body?: object): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    const answer = await consoleFetch<Block>(path, { method, ...(body !== undefined && { body }) });
    setIsBusy(false);
    setRefused(answer.ok ? null : { message: answer.message, fields: answer.fields ?? {} });
    if (!answer.ok) return;
    set(answer.value);
    setIsAsking(false);
  }
  const { block, sharedWith } = value;
  return (
    <section className={styles.panel} aria-label="Block">
      {sharedWith.length > 0 && (
        <Notice kind="warning" title="Same email or phone as a blocked person">
          <p>{sharedWith.join(", ")}</p>
        </Notice>
      )}
      {block && <Blocked block={block} />}
      {refused && Object.keys(refused.fields).length === 0 && <Notice kind="error" title={refused.message} />}
      {isAsking ? (
        <BlockForm
          name={name}
          isBusy={isBusy}
          faults={refused?.fields ?? {}}
          onBlock={(body) => void change("PUT", body)}
          onClose={() => setIsAsking(false)}
        />
      ) : (
        <div className="buttons">
          {block ? (
            <Button variant="quiet" aria-disabled={isBusy || undefined} onClick={() => void change("DELETE")}>
              Unblock
            </Button>
          ) : (
            <Button variant="quiet" onClick={() => setIsAsking(true)}>
              Block…
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
