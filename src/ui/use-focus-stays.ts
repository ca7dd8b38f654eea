import { useEffect, useLayoutEffect, useRef } from "react";

/**
 * Returns a ref for a focusable element. When `view` changes and the control in it that had the focus is gone, the element
 * takes the focus.
 */
export function useFocusStays(view: string): React.RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  const wasInside = useRef(false);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      wasInside.current = target instanceof Node && element.current?.contains(target) === true;
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, []);
  useLayoutEffect(() => {
    if (wasInside.current && document.activeElement === document.body) element.current?.focus({ preventScroll: true });
  }, [view]);
  return element;
}
