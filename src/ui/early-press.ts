import { type RefObject, useLayoutEffect, useRef } from "react";
import { useHydrated } from "#src/ui/use-hydrated.ts";

/** How long a press waits for the scripts before it follows its link. */
const PATIENCE_MS = 8000;

/**
 * Head script: holds a press on a link that opens a dialog, or Enter in a form, until the page's scripts can handle it.
 */
export const earlyPressScript = `addEventListener("keydown",function(e){var f=e.key==="Enter"&&e.target.matches&&e.target.matches("form[data-early] input")&&e.target.form;if(f)f.dataset.early="pressed"},true);addEventListener("click",function(e){var a=e.target.closest&&e.target.closest("a[data-early]");if(!a||e.button||e.metaKey||e.ctrlKey||e.shiftKey||e.altKey)return;e.preventDefault();if(a.dataset.early)return;a.dataset.early="pressed";a.setAttribute("aria-busy","true");setTimeout(function(){if(a.isConnected&&a.dataset.early)location.assign(a.href)},${PATIENCE_MS})},true);`;

/**
 * Props for a link that opens something on this page. A press before scripts run is held and handled then; without
 * scripts the link navigates.
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

/** Props for a form whose button waits for scripts. Enter before that is held and submits then. */
export function useEarlyEnter(form: RefObject<HTMLFormElement | null>) {
  const isHydrated = useHydrated();
  useLayoutEffect(() => {
    if (form.current?.dataset["early"] === "pressed") form.current.requestSubmit();
  }, [form]);
  return { "data-early": isHydrated ? undefined : "", suppressHydrationWarning: true };
}
