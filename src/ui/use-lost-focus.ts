import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * Where a navigation removed the element that had the focus, moves it into the new content: Tab and screen readers go on
 * there instead of at the top of the document. That is the part marked `data-focus-home`, or else the whole page's content.
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
