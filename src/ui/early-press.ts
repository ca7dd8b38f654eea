import { useLayoutEffect, useRef } from "react";
import { useHydrated } from "#src/ui/use-hydrated.ts";

/** How long a press waits for the scripts before it follows its link after all. */
const PATIENCE_MS = 8000;

/** Runs in the head: keeps a press on a link that opens a dialog until the page's scripts are there to open it. */
export const earlyPressScript = `addEventListener("click",function(e){var a=e.target.closest&&e.target.closest("a[data-early]");if(!a||e.button||e.metaKey||e.ctrlKey||e.shiftKey||e.altKey)return;e.preventDefault();if(a.dataset.early)return;a.dataset.early="pressed";a.setAttribute("aria-busy","true");setTimeout(function(){if(a.isConnected&&a.dataset.early)location.assign(a.href)},${PATIENCE_MS})},true);`;

/**
 * Props of a link that opens something on this page once scripts run. A press before that is kept, and opens it then;
 * without scripts the link leads to its address.
 */
export function useEarlyPress(open: () => void) {
  const link = useRef<HTMLAnchorElement>(null);
  const isHydrated = useHydrated();
  useLayoutEffect(() => {
    if (link.current?.dataset["early"] !== "pressed") return;
    link.current.removeAttribute("aria-busy");
    open();
    // Only what was pressed before the first render in the browser.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return { ref: link, "data-early": isHydrated ? undefined : "", suppressHydrationWarning: true };
}
