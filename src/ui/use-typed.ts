import { type RefObject, useCallback, useEffect, useRef } from "react";

const FIELDS = "textarea, input:not([type=search], [type=checkbox], [type=radio], [type=file])";

type Typed = {
  /** Whether a text field inside changed since it was focused. */
  readonly hasTyped: () => boolean;
  /** Focuses the last focused element inside. */
  readonly focusLast: () => void;
};

/** Tracks focus and edits within a part of the page. */
export function useTyped(part: RefObject<HTMLElement | null>): Typed {
  const before = useRef(new Map<HTMLInputElement | HTMLTextAreaElement, string>());
  const last = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = part.current;
    const note = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) last.current = target;
      const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
      if (isField && target.matches(FIELDS) && !before.current.has(target)) before.current.set(target, target.value);
    };
    element?.addEventListener("focusin", note);
    return () => element?.removeEventListener("focusin", note);
  }, [part]);
  const hasTyped = () => [...before.current].some(([field, value]) => field.isConnected && field.value !== value);
  const focusLast = useCallback(() => last.current?.focus(), []);
  return { hasTyped, focusLast };
}
