import { type RefObject, useCallback, useEffect, useId, useRef, useState } from "react";
import { thenFocus } from "#src/ui/then-focus.ts";

type Disclosure = {
  /** The id of the disclosed content. */
  readonly id: string;
  readonly isOpen: boolean;
  /** The button that toggles it. */
  readonly opener: RefObject<HTMLButtonElement | null>;
  readonly toggle: () => void;
  readonly close: () => void;
  /** Closes it after an action inside, and returns the focus to the button. */
  readonly closeToOpener: () => void;
};

/** A disclosure: content toggled by a button and closed by Escape. */
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
      // A dialog on top handles Escape itself.
      if (key === "Escape" && document.querySelector("dialog[open]") === null) closeToOpener();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [isOpen, closeToOpener]);
  return { id, isOpen, opener, toggle: () => setIsOpen(!isOpen), close: () => setIsOpen(false), closeToOpener };
}
