import { type RefObject, useEffect, useRef } from "react";

const FIELDS = "textarea, input:not([type=search], [type=checkbox], [type=radio], [type=file])";

/** Returns a way to ask whether a text field in this part of the page, once entered, now holds something else. */
export function useTyped(part: RefObject<HTMLElement | null>): () => boolean {
  const before = useRef(new Map<HTMLInputElement | HTMLTextAreaElement, string>());
  useEffect(() => {
    const element = part.current;
    const note = ({ target }: FocusEvent) => {
      const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
      if (isField && target.matches(FIELDS) && !before.current.has(target)) before.current.set(target, target.value);
    };
    element?.addEventListener("focusin", note);
    return () => element?.removeEventListener("focusin", note);
  }, [part]);
  return () => [...before.current].some(([field, value]) => field.isConnected && field.value !== value);
}
