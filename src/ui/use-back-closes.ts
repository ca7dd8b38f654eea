import { useEffect, useLayoutEffect, useRef } from "react";
import { onHistoryMove } from "#src/ui/history-moves.ts";

type Overlay = { readonly back: () => void };

/** What lies over the page, the topmost last. Each has an entry of its own in the browser's history. */
const overlays: Overlay[] = [];
let isListening = false;
/** The depth that a traversal of our own leads to, until it arrives. */
let awaited: number | null = null;

/** How many overlays the current history entry stands for. */
function depthOf(state: unknown): number {
  const depth = typeof state === "object" && state !== null && "overlays" in state ? state.overlays : 0;
  return typeof depth === "number" ? depth : 0;
}

/** Brings the history's entries in line with the overlays that are open. */
function align(): void {
  if (awaited !== null) return;
  const depth = depthOf(history.state);
  for (let next = depth + 1; next <= overlays.length; next += 1) {
    // The router's own state stays in the entry: to the router it is the same page.
    history.pushState({ ...(history.state as object | null), overlays: next }, "");
  }
  if (depth > overlays.length) {
    awaited = overlays.length;
    history.go(overlays.length - depth);
  }
}

function onMove(state: unknown): boolean {
  const depth = depthOf(state);
  if (awaited === null && depth === overlays.length) return false;
  if (awaited === null && depth > overlays.length) {
    // Left behind by a link in an overlay, or reached with Forward: the router handles the page's own entry.
    history.go(overlays.length - depth);
    return true;
  }
  if (awaited === null) {
    for (const overlay of overlays.slice(depth).toReversed()) overlay.back();
  } else {
    // The router pushed a page while the traversal was under way: forward to it again.
    const isMissed = depth > awaited;
    awaited = isMissed ? 0 : null;
    if (isMissed) history.go(1);
  }
  // What Back was not allowed to close gets its entry again.
  setTimeout(align);
  return true;
}

/** While `isOpen`, the browser's Back calls `onBack`, which closes the overlay, instead of leaving the page. */
export function useBackCloses(isOpen: boolean, onBack: () => void): void {
  const latest = useRef(onBack);
  useEffect(() => {
    latest.current = onBack;
  });
  // Before the overlay is painted, so that Back pressed right away finds its entry.
  useLayoutEffect(() => {
    if (!isOpen) return;
    if (!isListening) {
      isListening = true;
      onHistoryMove(onMove);
    }
    const overlay: Overlay = { back: () => latest.current() };
    overlays.push(overlay);
    align();
    return () => {
      overlays.splice(overlays.indexOf(overlay), 1);
      // Later, so that a dialog that follows this one takes over its entry.
      setTimeout(align);
    };
  }, [isOpen]);
}
