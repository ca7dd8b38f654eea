import { flushSync } from "react-dom";

/**
 * Makes a change that may remove the pressed button, then focuses the result of `find`, which receives whether the
 * keyboard was used. Without a keyboard the page does not scroll.
 */
export function thenFocus(change: () => void, find: (isByKeys: boolean) => HTMLElement | null | undefined): void {
  const isByKeys = document.activeElement?.matches(":focus-visible") ?? false;
  flushSync(change);
  find(isByKeys)?.focus({ preventScroll: !isByKeys });
}
