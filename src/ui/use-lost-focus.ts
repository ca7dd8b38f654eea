import { useEffect } from "react";

/** Candidates for the focus: large enough to be meaningful, small enough to be near the lost position. */
const HOMES = "[tabindex], li, article, section, form, fieldset, dialog, main";
/** List items: when one is removed, focus moves to a neighbor. */
const ITEMS = "li, tr, article";

/** Focuses an element once, without adding it to the Tab order. */
function focusOnce(element: HTMLElement): void {
  if (!element.hasAttribute("tabindex")) {
    element.tabIndex = -1;
    element.addEventListener("blur", () => element.removeAttribute("tabindex"), { once: true });
  }
  element.focus({ preventScroll: true });
}

const isItem = (node: Node | null): node is Element => node instanceof Element && node.matches(ITEMS);

/** The item after the removed one that had the focus, or else the one before it. */
function neighborOf(chain: readonly Element[], records: readonly MutationRecord[]): Element | undefined {
  const isFocused = (node: Node) => isItem(node) && chain.includes(node);
  const record = records.find(({ removedNodes }) => [...removedNodes].some(isFocused));
  const neighbors = record ? [record.nextSibling, record.previousSibling] : [];
  return neighbors.filter(isItem).find(({ isConnected }) => isConnected);
}

/**
 * When a change or navigation removes the focused element, moves the focus to the next list item, the remaining
 * container, or its `data-focus-home`, so that Tab and screen readers continue there instead of at the top of the
 * document. A button that was disabled during a submission gets the focus back.
 */
export function useLostFocus(): void {
  useEffect(() => {
    // The focused element and its ancestors, recorded while attached: a removed element no longer knows them.
    let chain: Element[] = [];
    const note = (event: FocusEvent) => {
      chain = event.composedPath().filter((place) => place instanceof Element);
    };
    const isLost = () => document.activeElement === document.body;
    // A press elsewhere drops the focus, unless the element is only disabled during a submission.
    const forget = () => {
      queueMicrotask(() => {
        if (isLost() && chain[0]?.isConnected && !chain[0].matches(":disabled")) chain = [];
      });
    };
    const changes = new MutationObserver((records) => {
      const [focused] = chain;
      if (!focused || !isLost()) return;
      if (focused.isConnected) {
        if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
        return;
      }
      const around = chain.find((element) => element.isConnected && element.matches(HOMES));
      const home = neighborOf(chain, records) ?? around;
      chain = [];
      const part = home ?? document.getElementById("main");
      const place = part?.querySelector<HTMLElement>("[data-focus-home]") ?? part;
      if (place instanceof HTMLElement) focusOnce(place);
    });
    document.addEventListener("focusin", note);
    document.addEventListener("focusout", forget);
    changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
    return () => {
      document.removeEventListener("focusin", note);
      document.removeEventListener("focusout", forget);
      changes.disconnect();
    };
  }, []);
}
