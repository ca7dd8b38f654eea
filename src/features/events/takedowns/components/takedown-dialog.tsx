import { useState } from "react";
import styles from "#src/features/events/takedowns/components/takedown-dialog.module.css";
import type { takedownAnswerSchema } from "#src/features/events/takedowns/schema.ts";
import { memberFetch } from "#src/features/identity/member-fetch.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { TextArea, TextField } from "#src/ui/field.tsx";
import { Notice } from "#src/ui/notice.tsx";

type Answer = (typeof takedownAnswerSchema)["_output"];
type TakedownProps = {
  eventId: string;
  photo: string;
  /** `isHidden`: the request hid the photo. */
  onClose: (isHidden: boolean) => void;
};
type Sending =
  | { readonly kind: "idle" | "sending" }
  | { readonly kind: "sent"; readonly answer: Answer }
  | { readonly kind: "refused"; readonly message: string; readonly fields: Readonly<Record<string, string>> };

function useTakedown({ eventId, photo }: TakedownProps) {
  const [sending, setSending] = useState<Sending>({ kind: "idle" });
  async function send(reason: string, email: string): Promise<void> {
    if (sending.kind === "sending") return;
    setSending({ kind: "sending" });
    const path = `/api/social-events/${encodeURIComponent(eventId)}/photos/${encodeURIComponent(photo)}/takedown`;
    const answer = await memberFetch<Answer>(path, { method: "POST", body: { reason, email } });
    if (answer.ok) return setSending({ kind: "sent", answer: answer.value });
    setSending({ kind: "refused", message: answer.message, fields: answer.fields ?? {} });
  }
  return { sending, send };
}

/** Requests the takedown of a photo. The input stays until the request is received. */
export function TakedownDialog(props: TakedownProps) {
  const [reason, setReason] = useState("");
  const [email, setEmail] = useState("");
  const { sending, send } = useTakedown(props);
  const isHidden = sending.kind === "sent" && sending.answer.hidden;
  const fields = sending.kind === "refused" ? sending.fields : {};
  return (
    <Dialog title="Take this down" onClose={() => props.onClose(isHidden)}>
      {sending.kind === "sent" ? (
        <div className={styles.form} role="status">
          <p>{sending.answer.message}</p>
          <div>
            <Button onClick={() => props.onClose(isHidden)}>Done</Button>
          </div>
        </div>
      ) : (
        <form
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void send(reason, email);
          }}
        >
          <p>Are you in it and would rather not be? You need no reason; a few words help the organizers.</p>
          <TextArea
            label="Why (optional)"
            value={reason}
            onValue={setReason}
            maxLength={1000}
            rows={3}
            error={fields["reason"]}
          />
          <TextField
            label="Email (optional)"
            hint="Only if you want an answer."
            type="email"
            autoComplete="email"
            value={email}
            onValue={setEmail}
            maxLength={100}
            error={fields["email"]}
          />
          {sending.kind === "refused" && Object.keys(fields).length === 0 && (
            <Notice kind="error">
              <p>{sending.message}</p>
            </Notice>
          )}
          <div>
            <Button type="submit" disabled={sending.kind === "sending"}>
              {sending.kind === "sending" ? "Sending…" : "Send the request"}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
