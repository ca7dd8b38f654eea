// Connects the checkout with the list beside it.
const NEWS = "sandbar:demonstration";

export function announceDemonstration(): void {
  window.dispatchEvent(new Event(NEWS));
}

/** Calls back when a subscription changes on this page. Returns the unsubscribe function. */
export function onDemonstration(heard: () => void): () => void {
  window.addEventListener(NEWS, heard);
  return () => window.removeEventListener(NEWS, heard);
}
