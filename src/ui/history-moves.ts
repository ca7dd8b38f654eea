/** Handles Back or Forward to an entry with this state; true keeps the router out of it. */
type MoveHandler = (state: unknown) => boolean;

const handlers: MoveHandler[] = [];

/** Call before the router listens: on `window`, listeners run in the order in which they were added. */
export function watchHistoryMoves(): void {
  addEventListener("popstate", (event) => {
    // The page stays the same, so the router must not reload it.
    if (handlers.toReversed().some((handles) => handles(event.state))) event.stopImmediatePropagation();
  });
}

/** Calls `handler` before the router on each history traversal; returns an unsubscribe function. */
export function onHistoryMove(handler: MoveHandler): () => void {
  handlers.push(handler);
  return () => void handlers.splice(handlers.indexOf(handler), 1);
}
