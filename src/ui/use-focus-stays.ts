import { useEffect, useLayoutEffect, useRef } from "react";

/**
 * Returns a ref for an element that scripts can focus, whose content `view` names: where a change of it removes the control
 * that had the focus, the element takes it.
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
