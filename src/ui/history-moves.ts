/** Handles Back or Forward to an entry with this state; true keeps the router out of it. */
type MoveHandler = (state: unknown) => boolean;

const handlers: MoveHandler[] = [];

/** Call before the router listens: on `window`, listeners run in the order in which they were added. */
export function watchHistoryMoves(): void {
  addEventListener("popstate", (event) => {
    // The page stays, so the router must not load it again.
    if (handlers.toReversed().some((handles) => handles(event.state))) event.stopImmediatePropagation();
  });
}

/** Asks `handler` first at each move through the history; returns what ends that. */
export function onHistoryMove(handler: MoveHandler): () => void {
  handlers.push(handler);
  return () => void handlers.splice(handlers.indexOf(handler), 1);
}
