import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * When a navigation removes the focused element, moves the focus to the element marked `data-focus-home`, or else to the
 * page's main content, so that Tab and screen readers continue there and not at the top of the document.
 */
export function useLostFocus(): void {
  const { key } = useLocation();
  const known = useRef(key);
  useEffect(() => {
    if (known.current === key) return;
    known.current = key;
    if (document.activeElement !== document.body) return;
    const home = document.querySelector<HTMLElement>("[data-focus-home]") ?? document.getElementById("main");
    home?.focus({ preventScroll: true });
  }, [key]);
}
