import IconSend2 from "@tabler/icons-react/dist/esm/icons/IconSend2.mjs";
import { useRef } from "react";
import styles from "#src/features/chats/components/composer.module.css";
import type { DeskTools } from "#src/features/chats/components/use-desk.ts";

/** As long as a message may be. */
const MAX_LENGTH = 2000;
/** From this many left on the number is shown. */
const FEW_LEFT = 200;

const COUNT_ID = "chat-count";

/** The message field: Enter sends, Shift+Enter starts a new line. Text over the limit is kept but not sent. */
export function Composer({ desk: { draft, setDraft, send }, chatName }: { desk: DeskTools; chatName: string }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const left = MAX_LENGTH - draft.trim().length;
  const canSend = draft.trim() !== "" && left >= 0;

  function submit() {
    if (canSend) send();
    // After sending with the button, the writer goes on typing.
    field.current?.focus();
  }

  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <textarea
        ref={field}
        className={styles.field}
        rows={1}
        aria-label={`Message to ${chatName}`}
        placeholder="Write a message"
        enterKeyHint="send"
        autoComplete="off"
        value={draft}
        aria-invalid={left < 0 || undefined}
        aria-describedby={left < FEW_LEFT ? COUNT_ID : undefined}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          // While letters are being composed, Enter chooses among them.
          if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          submit();
        }}
      />
      <button type="submit" className={styles.send} disabled={!canSend} aria-label="Send">
        <IconSend2 size={22} stroke={2} aria-hidden />
      </button>
      {left < FEW_LEFT && (
        <p
          id={COUNT_ID}
          className={styles.count}
          data-over={left < 0 || undefined}
          role={left < 0 ? "alert" : undefined}
        >
          {left < 0
            ? `${-left} ${left === -1 ? "character" : "characters"} too many. A message has at most 2,000.`
            : `${left} characters left`}
        </p>
      )}
    </form>
  );
}
