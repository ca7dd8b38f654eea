import { useEffect, useLayoutEffect, useRef } from "react";
import { onHistoryMove } from "#src/ui/history-moves.ts";

type Overlay = { readonly back: () => void };

/** Open overlays, topmost last. Each has its own entry in the browser's history. */
const overlays: Overlay[] = [];
let isListening = false;
/** The target depth of our own traversal in progress. */
let awaited: number | null = null;

/** The number of overlays that a history entry represents. */
function depthOf(state: unknown): number {
  const depth = typeof state === "object" && state !== null && "overlays" in state ? state.overlays : 0;
  return typeof depth === "number" ? depth : 0;
}

/** Adds or removes history entries to match the open overlays. */
function align(): void {
  if (awaited !== null) return;
  const depth = depthOf(history.state);
  for (let next = depth + 1; next <= overlays.length; next += 1) {
    // Keeps the router's state in the entry, so the router sees the same page.
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
    // An entry left by a link in an overlay, or reached with Forward: the router handles the page's own entry.
    history.go(overlays.length - depth);
    return true;
  }
  if (awaited === null) {
    for (const overlay of overlays.slice(depth).toReversed()) overlay.back();
  } else {
    // The router pushed a page during the traversal: go forward to it again.
    const isMissed = depth > awaited;
    awaited = isMissed ? 0 : null;
    if (isMissed) history.go(1);
  }
  // If an overlay refused to close, add its entry again.
  setTimeout(align);
  return true;
}

/** While `isOpen`, the browser's Back calls `onBack`, which closes the overlay instead of leaving the page. */
export function useBackCloses(isOpen: boolean, onBack: () => void): void {
  const latest = useRef(onBack);
  useEffect(() => {
    latest.current = onBack;
  });
  // Before the overlay is painted, so an immediate Back finds its entry.
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
      // Deferred, so a dialog that replaces this one reuses its entry.
      setTimeout(align);
    };
  }, [isOpen]);
}
