import { type RefObject, useEffect, useId, useRef, useState } from "react";
import { thenFocus } from "#src/ui/then-focus.ts";

type Disclosure = {
  /** Of the part that is shown and hidden. */
  readonly id: string;
  readonly isOpen: boolean;
  /** The button that shows and hides it. */
  readonly opener: RefObject<HTMLButtonElement | null>;
  readonly toggle: () => void;
  readonly close: () => void;
  /** Closes it after something in it was pressed, and gives the focus to the button. */
  readonly closeByHand: () => void;
};

/** A part of the page behind a button, which Escape closes. */
export function useDisclosure(): Disclosure {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => setIsOpen(false);
  const closeByHand = () => thenFocus(close, () => opener.current);
  useEffect(() => {
    if (!isOpen) return;
    const onKey = ({ key }: KeyboardEvent) => {
      // A dialog over it has an Escape of its own.
      if (key === "Escape" && document.querySelector("dialog[open]") === null)
        thenFocus(
          () => setIsOpen(false),
          () => opener.current,
        );
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [isOpen]);
  return { id, isOpen, opener, toggle: () => setIsOpen(!isOpen), close, closeByHand };
}
