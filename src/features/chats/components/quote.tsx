import styles from "#src/features/chats/components/quote.module.css";
import { PICTURE_WORD } from "#src/features/chat-pictures/messages.ts";
import { QUOTED_GONE } from "#src/features/chats/messages.ts";
import type { Quoted } from "#src/features/chats/components/chat-types.ts";
import type { QuotedView } from "#src/features/chats/schema.ts";

/** The quoted author, and the beginning of the message. */
export function QuoteWords({ quoted: { name, text } }: { quoted: Quoted }) {
  return (
    <>
      <span className={styles.name}>{name}</span>
      <span className={styles.text}>{text || PICTURE_WORD}</span>
    </>
  );
}

/** The replied-to message, as a button that jumps to it, or a sentence if it is gone. */
export function Quote({ quoted, onGo }: { quoted: QuotedView; onGo: (seq: number) => void }) {
  if (quoted.gone)
    return (
      <span className={styles.quote} data-gone>
        {QUOTED_GONE}
      </span>
    );
  return (
    <button type="button" className={styles.quote} onClick={() => onGo(quoted.seq)}>
      <span className="visually-hidden">Reply to </span>
      <QuoteWords quoted={quoted} />
    </button>
  );
}
