import { useEffect } from "react";

/** Elements that may take the focus: big enough to mean something, small enough to be near. */
const HOMES = "[tabindex], li, article, section, form, fieldset, dialog, main";

/** Gives an element the focus once, without putting it among those that Tab reaches. */
function focusOnce(element: HTMLElement): void {
  if (!element.hasAttribute("tabindex")) {
    element.tabIndex = -1;
    element.addEventListener("blur", () => element.removeAttribute("tabindex"), { once: true });
  }
  element.focus({ preventScroll: true });
}

/**
 * When a change or a navigation removes the focused element, moves the focus to what is left around it, or to the
 * `data-focus-home` inside, so that Tab and screen readers continue there and not at the top of the document.
 */
export function useLostFocus(): void {
  useEffect(() => {
    // The focused element and its ancestors, noted in time: once removed, it no longer knows them.
    let chain: Element[] = [];
    const note = (event: FocusEvent) => {
      chain = event.composedPath().filter((place) => place instanceof Element);
    };
    const isLost = () => document.activeElement === document.body;
    // A press elsewhere gives the focus up, unless the element is only disabled while something is sent.
    const forget = () => {
      queueMicrotask(() => {
        if (isLost() && chain[0]?.isConnected && !chain[0].matches(":disabled")) chain = [];
      });
    };
    const removals = new MutationObserver(() => {
      if (chain.length === 0 || chain[0]?.isConnected || !isLost()) return;
      const home = chain.find((element) => element.isConnected && element.matches(HOMES));
      chain = [];
      const around = home ?? document.getElementById("main");
      const place = around?.querySelector<HTMLElement>("[data-focus-home]") ?? around;
      if (place instanceof HTMLElement) focusOnce(place);
    });
    document.addEventListener("focusin", note);
    document.addEventListener("focusout", forget);
    removals.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener("focusin", note);
      document.removeEventListener("focusout", forget);
      removals.disconnect();
    };
  }, []);
}
