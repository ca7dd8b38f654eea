import IconPhotoPlus from "@tabler/icons-react/dist/esm/icons/IconPhotoPlus.mjs";
import IconX from "@tabler/icons-react/dist/esm/icons/IconX.mjs";
import IconSend2 from "@tabler/icons-react/dist/esm/icons/IconSend2.mjs";
import { useEffect, useRef } from "react";
import styles from "#src/features/chats/components/composer.module.css";
import { DraftPicture, useDraftPicture } from "#src/features/chat-pictures/components/draft-picture.tsx";
import { QuoteWords } from "#src/features/chats/components/quote.tsx";
import { ACCEPTED } from "#src/features/events/uploads/rules.ts";
import type { DeskTools } from "#src/features/chats/components/use-desk.ts";
import { type Mentions, useMentions } from "#src/features/chats/components/use-mentions.ts";
import { counted } from "#src/shared/counted.ts";

/** The maximum message length. */
const MAX_LENGTH = 2000;
/** The remaining count shows from here on. */
const FEW_LEFT = 200;

const COUNT_ID = "chat-count";

const NAMES_ID = "chat-names";
const nameId = (index: number) => `${NAMES_ID}-${index}`;

/** The mention suggestions. A press must not take the focus from the field. */
function Suggestions({ shown, at, choose }: Mentions) {
  return (
    <>
      {shown.length > 0 && (
        <div id={NAMES_ID} className={styles.names} role="listbox" aria-label="People">
          {shown.map((name, index) => (
            <div
              key={name}
              id={nameId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              className={styles.name}
              onPointerDown={(event) => {
                event.preventDefault();
                choose(name);
              }}
            >
              {name}
            </div>
          ))}
        </div>
      )}
      <p className="visually-hidden" role="status">
        {shown.length > 0 && `${shown.length} ${shown.length === 1 ? "name" : "names"}. Arrow keys and Enter choose.`}
      </p>
    </>
  );
}

/** ARIA attributes of a field with suggestions. */
const suggesting = ({ shown, at }: Mentions) => ({
  "aria-autocomplete": "list" as const,
  ...(shown.length > 0 && { "aria-controls": NAMES_ID, "aria-activedescendant": nameId(at) }),
});

function Count({ left }: { left: number }) {
  return (
    <p id={COUNT_ID} className={styles.count} data-over={left < 0 || undefined} role={left < 0 ? "alert" : undefined}>
      {left < 0
        ? `${counted(-left, "character", "characters")} too many. A message has at most 2,000.`
        : `${counted(left, "character", "characters")} left`}
    </p>
  );
}

/** The message being replied to, with a button to cancel the reply. */
function Answered({ desk: { replyTo, setReplyTo } }: { desk: DeskTools }) {
  if (!replyTo) return null;
  return (
    <div className={styles.answered} role="group" aria-label="Reply">
      <p className={styles.quoted}>
        <span className="visually-hidden">You reply to </span>
        <QuoteWords quoted={replyTo} />
      </p>
      <button type="button" className={styles.cancel} onClick={() => setReplyTo(null)}>
        <IconX size={20} aria-hidden />
        <span className="visually-hidden">Cancel the reply</span>
      </button>
    </div>
  );
}

/** Focuses the field when a message to reply to is chosen, but not when a reload restored it. */
function useAnswerFocus(field: React.RefObject<HTMLTextAreaElement | null>, { replyTo }: DeskTools): void {
  const known = useRef(replyTo);
  useEffect(() => {
    if (replyTo !== known.current) field.current?.focus();
    known.current = replyTo;
  }, [field, replyTo]);
}

/** Picks a message's picture. */
function AttachButton({ onFile }: { onFile: (file: File) => void }) {
  return (
    <label className={styles.attach}>
      <input
        type="file"
        accept={ACCEPTED.pictures}
        className="visually-hidden"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // Reset, so the same file can be picked again.
          target.value = "";
        }}
      />
      <IconPhotoPlus size={22} aria-hidden />
      <span className="visually-hidden">Add a picture</span>
    </label>
  );
}

type ComposerProps = {
  /** Whether messages here may have a picture. */
  canAttach: boolean;
  desk: DeskTools;
  chatName: string;
  /** Names that can be mentioned. */
  names: readonly string[];
};

/** The message field: Enter sends, Shift+Enter starts a new line. Text over the limit is kept but not sent. */
export function Composer({ desk, chatName, names, canAttach }: ComposerProps) {
  const { draft, setDraft, send } = desk;
  const field = useRef<HTMLTextAreaElement>(null);
  useAnswerFocus(field, desk);
  const mentions = useMentions(field, { draft, setDraft }, names);
  const left = MAX_LENGTH - draft.trim().length;
  const tools = useDraftPicture(desk);
  const canSend = (draft.trim() !== "" || desk.picture !== null) && left >= 0 && tools.upload === null;

  function submit() {
    if (canSend) send();
    // After sending with the button, the field keeps the focus.
    field.current?.focus();
  }

  function onKeyDown(event: React.KeyboardEvent) {
    // During IME composition, Enter picks a candidate.
    if (event.shiftKey || event.nativeEvent.isComposing) return;
    const isForNames = mentions.onKey(event.key);
    if (!isForNames && event.key !== "Enter") return;
    event.preventDefault();
    if (!isForNames) submit();
  }

  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Suggestions {...mentions} />
      <Answered desk={desk} />
      <DraftPicture draft={desk} tools={tools} />
      {canAttach && <AttachButton onFile={(file) => void tools.start(file)} />}
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
        {...suggesting(mentions)}
        onChange={(event) => setDraft(event.target.value)}
        onSelect={mentions.onSelect}
        onKeyDown={onKeyDown}
      />
      <button type="submit" className={styles.send} disabled={!canSend} aria-label="Send">
        <IconSend2 size={22} stroke={2} aria-hidden />
      </button>
      {left < FEW_LEFT && <Count left={left} />}
    </form>
  );
}
