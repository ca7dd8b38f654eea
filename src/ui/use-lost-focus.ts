import { useEffect } from "react";

/** Elements that may take the focus: big enough to mean something, small enough to be near. */
const HOMES = "[tabindex], li, article, section, form, fieldset, dialog, main";
/** What stands in a list: where one is removed, the next takes its place. */
const ITEMS = "li, tr, article";

/** Gives an element the focus once, without putting it among those that Tab reaches. */
function focusOnce(element: HTMLElement): void {
  if (!element.hasAttribute("tabindex")) {
    element.tabIndex = -1;
    element.addEventListener("blur", () => element.removeAttribute("tabindex"), { once: true });
  }
  element.focus({ preventScroll: true });
}

const isItem = (node: Node | null): node is Element => node instanceof Element && node.matches(ITEMS);

/** The item after the one that was removed with the focus, or else the one before it. */
function neighborOf(chain: readonly Element[], records: readonly MutationRecord[]): Element | undefined {
  const isFocused = (node: Node) => isItem(node) && chain.includes(node);
  const record = records.find(({ removedNodes }) => [...removedNodes].some(isFocused));
  const neighbors = record ? [record.nextSibling, record.previousSibling] : [];
  return neighbors.filter(isItem).find(({ isConnected }) => isConnected);
}

/**
 * When a change or a navigation removes the focused element, moves the focus to the next item of its list, to what is left
 * around it, or to the `data-focus-home` inside, so that Tab and screen readers continue there and not at the top of the
 * document. A button that was disabled while something was sent gets the focus back.
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
