import { type RefObject, useCallback, useEffect, useId, useRef, useState } from "react";
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
  readonly closeToOpener: () => void;
};

/** A part of the page behind a button, which Escape closes. */
export function useDisclosure(): Disclosure {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const closeToOpener = useCallback(
    () =>
      thenFocus(
        () => setIsOpen(false),
        () => opener.current,
      ),
    [],
  );
  useEffect(() => {
    if (!isOpen) return;
    const onKey = ({ key }: KeyboardEvent) => {
      // A dialog over it has an Escape of its own.
      if (key === "Escape" && document.querySelector("dialog[open]") === null) closeToOpener();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [isOpen, closeToOpener]);
  return { id, isOpen, opener, toggle: () => setIsOpen(!isOpen), close: () => setIsOpen(false), closeToOpener };
}
