import { useState } from "react";
import type { ChatMessage } from "#src/features/chats/components/chat-types.ts";
import styles from "#src/features/chats/components/own-message.module.css";
import { PICTURE_WORD } from "#src/features/chat-pictures/messages.ts";
import { EMPTY_MESSAGE } from "#src/features/chats/messages.ts";
import type { Room } from "#src/features/chats/components/use-room.ts";
import { MAX_MESSAGE } from "#src/features/chats/rules.ts";
import { NOT_CONFIRMED } from "#src/features/identity/messages.ts";
import { Button } from "#src/ui/button-link.tsx";
import { ConfirmButton } from "#src/ui/confirm-button.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { TextArea } from "#src/ui/field.tsx";
import { FormActions } from "#src/ui/form-actions.tsx";
import { Notice } from "#src/ui/notice.tsx";

type Asked = { message: ChatMessage; change: Room["change"]; onClose: () => void; onDone: () => void };

/** Sends a change; calls `onDone` on success, else keeps the error message. */
function useChange({ message, change, onDone }: Asked) {
  const [failure, setFailure] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  async function send(text: string | null): Promise<void> {
    if (isSending) return;
    if (text?.trim() === "") return setFailure(EMPTY_MESSAGE);
    setIsSending(true);
    const refused = await change(message.id, text);
    setIsSending(false);
    if (refused === null) onDone();
    else setFailure(refused);
  }
  return { failure, isSending, send };
}

function Failure({ words }: { words: string | null }) {
  return (
    words !== null && (
      <Notice kind="error" title={NOT_CONFIRMED}>
        <p>{words}</p>
      </Notice>
    )
  );
}

function EditDialog(props: Asked) {
  const { message, onClose } = props;
  const { failure, isSending, send } = useChange(props);
  const [text, setText] = useState(message.text);
  return (
    <Dialog title="Edit message" mayClose={() => !isSending} onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send(text);
        }}
      >
        <TextArea label="Message" name="message" rows={4} maxLength={MAX_MESSAGE} value={text} onValue={setText} />
        <Failure words={failure} />
        <FormActions action={["Save message", "Saving…"]} isBusy={isSending} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

function DeleteDialog(props: Asked) {
  const { failure, isSending, send } = useChange(props);
  return (
    <Dialog title="Delete this message?" mayClose={() => !isSending} onClose={props.onClose}>
      <div className={styles.form}>
        <p className={styles.quoted}>{props.message.text || PICTURE_WORD}</p>
        <p>Everyone sees “Message deleted” in its place.</p>
        <Failure words={failure} />
        <div className="buttons">
          <ConfirmButton aria-disabled={isSending || undefined} onClick={() => void send(null)}>
            {isSending ? "Deleting…" : "Delete message"}
          </ConfirmButton>
          <Button variant="quiet" disabled={isSending} onClick={props.onClose}>
            Keep it
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

type OwnWaysProps = {
  message: ChatMessage;
  /** Whether the message can be edited now. */
  mayEdit: boolean;
  change: Room["change"];
  onDone: () => void;
};

/** The actions on the user's own message. */
export function OwnWays({ message, mayEdit, change, onDone }: OwnWaysProps) {
  const [asked, setAsked] = useState<"edit" | "delete" | null>(null);
  const props = {
    message,
    change,
    onClose: () => setAsked(null),
    onDone: () => {
      setAsked(null);
      onDone();
    },
  };
  return (
    <>
      {mayEdit && (
        <Button variant="quiet" onClick={() => setAsked("edit")}>
          Edit
        </Button>
      )}
      <Button variant="quiet" onClick={() => setAsked("delete")}>
        Delete
      </Button>
      {asked === "edit" && <EditDialog {...props} />}
      {asked === "delete" && <DeleteDialog {...props} />}
    </>
  );
}
