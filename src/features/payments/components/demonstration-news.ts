// The checkout and the list beside it are apart; what one does, the other shows.
const NEWS = "sandbar:demonstration";

export function announceDemonstration(): void {
  window.dispatchEvent(new Event(NEWS));
}

/** Calls back when a subscription was changed on this page; returns how to stop that. */
export function onDemonstration(heard: () => void): () => void {
  window.addEventListener(NEWS, heard);
  return () => window.removeEventListener(NEWS, heard);
}
