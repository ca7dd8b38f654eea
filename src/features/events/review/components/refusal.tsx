import { useId, useState } from "react";
import styles from "#src/features/events/review/components/review.module.css";
import { REASON_REQUIRED } from "#src/features/events/review/messages.ts";
import { TextArea } from "#src/ui/field.tsx";
import { takeFocus } from "#src/ui/take-focus.ts";
import { FormActions } from "#src/ui/form-actions.tsx";

/** State of a refusal's reason. The text survives a reload, and is removed once it is sent or the session ends. */
export function useRefusal(name: string, send: (reason: string) => Promise<void>) {
  const key = `member:refusal:${name}`;
  const [reason, setReason] = useState(() => sessionStorage.getItem(key) ?? "");
  const [fault, setFault] = useState<string>();
  function write(typed: string): void {
    setReason(typed);
    setFault(undefined);
    sessionStorage.setItem(key, typed);
  }
  function refuse(fieldId: string): void {
    const isMissing = reason.trim() === "";
    setFault(isMissing ? REASON_REQUIRED : undefined);
    if (isMissing) document.getElementById(fieldId)?.focus();
    else void send(reason);
  }
  return { reason, write, fault, refuse, forget: () => sessionStorage.removeItem(key) };
}

type RefusalProps = { refusal: ReturnType<typeof useRefusal>; isSending: boolean; onBack: () => void };

/** Asks for the reason that the host will be told. */
export function Refusal({ refusal: { reason, write, fault, refuse }, isSending, onBack }: RefusalProps) {
  const id = useId();
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        refuse(id);
      }}
    >
      <TextArea
        id={id}
        label="Why not?"
        hint="The host reads this in a mail and in the app."
        maxLength={1000}
        ref={takeFocus}
        value={reason}
        error={fault}
        onValue={write}
      />
      <FormActions
        action={["Refuse and tell the host", "Sending…"]}
        isBusy={isSending}
        cancel="Back"
        onCancel={onBack}
      />
    </form>
  );
}
