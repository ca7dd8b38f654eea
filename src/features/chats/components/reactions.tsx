import { useEffect, useRef, useState } from "react";
import type { ChatMessage } from "#src/features/chats/components/chat-types.ts";
import styles from "#src/features/chats/components/reactions.module.css";
import type { Room } from "#src/features/chats/components/use-room.ts";
import { REACTION_NAMES } from "#src/features/chats/rules.ts";
import type { ReactionView } from "#src/features/chats/schema.ts";
import { type Reaction, REACTIONS } from "#src/shared/states.ts";

/** `You, Ana and 3 more`. */
function namesOf({ count, mine, names }: ReactionView): string {
  const known = [...(mine ? ["You"] : []), ...names];
  const rest = count - known.length;
  const all = rest > 0 ? [...known, `${rest} more`] : known;
  return all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
}

/** Adds or removes a reaction; returns an error message. */
export function useReact({ id, reactions }: ChatMessage, send: Room["react"]) {
  const [refused, setRefused] = useState<string | null>(null);
  const isSending = useRef(false);
  async function react(emoji: Reaction): Promise<void> {
    if (isSending.current) return;
    isSending.current = true;
    const isOn = reactions.some((each) => each.emoji === emoji && each.mine);
    setRefused(await send(id, { emoji, on: !isOn }));
    isSending.current = false;
  }
  return { react, refused };
}

type PickerProps = { message: ChatMessage; onPick: (emoji: Reaction) => void };

/** The emoji picker. */
export function ReactionPicker({ message, onPick }: PickerProps) {
  return (
    <div className={styles.picker} role="group" aria-label="React">
      {REACTIONS.map((emoji) => (
        <button
          key={emoji}
          type="button"
          className={styles.emoji}
          aria-label={`React with ${REACTION_NAMES[emoji]}`}
          aria-pressed={message.reactions.some((each) => each.emoji === emoji && each.mine)}
          onClick={() => onPick(emoji)}
        >
          {emoji}
        </button>
      ))}
    </div>
  );
}

/** The emoji whose names are shown: on hover, on focus, or after a press until the next press elsewhere. */
function useShownNames(box: React.RefObject<HTMLElement | null>) {
  const [shown, setShown] = useState<Reaction | null>(null);
  useEffect(() => {
    if (shown === null) return;
    const pressed = ({ target }: Event) => {
      if (!(target instanceof Node && box.current?.contains(target))) setShown(null);
    };
    document.addEventListener("pointerdown", pressed);
    return () => document.removeEventListener("pointerdown", pressed);
  }, [shown, box]);
  const hide = (emoji: Reaction) => setShown((now) => (now === emoji ? null : now));
  return { shown, setShown, hide };
}

type ReactionsProps = { message: ChatMessage; onReact: ((emoji: Reaction) => void) | null; isOwn: boolean };

/** A message's reactions with counts. A press adds or removes the user's own and shows the names. */
export function Reactions({ message, onReact, isOwn }: ReactionsProps) {
  const box = useRef<HTMLUListElement>(null);
  const { shown, setShown, hide } = useShownNames(box);
  if (message.reactions.length === 0) return null;
  return (
    <ul ref={box} className={styles.list} aria-label="Reactions" data-own={isOwn || undefined}>
      {message.reactions.map((reaction) => {
        const { emoji, count, mine } = reaction;
        return (
          <li key={emoji} className={styles.item}>
            <button
              type="button"
              className={styles.chip}
              aria-label={`${REACTION_NAMES[emoji]}: ${namesOf(reaction)}`}
              aria-pressed={onReact ? mine : undefined}
              onClick={() => {
                setShown(emoji);
                onReact?.(emoji);
              }}
              onPointerEnter={({ pointerType }) => pointerType === "mouse" && setShown(emoji)}
              onPointerLeave={({ pointerType }) => pointerType === "mouse" && hide(emoji)}
              onFocus={() => setShown(emoji)}
              onBlur={() => hide(emoji)}
            >
              {emoji} <span className={styles.count}>{count}</span>
            </button>
            {shown === emoji && (
              <span className={styles.names} aria-hidden>
                {namesOf(reaction)}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
