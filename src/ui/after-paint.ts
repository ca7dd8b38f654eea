/** Resolves once what is on the screen shows what the user just did; at once in a tab that is not shown. */
export function nextPaint(): Promise<void> {
  if (document.visibilityState === "hidden") return Promise.resolve();
  // A frame's callbacks run before it is painted, a task begun in them after it.
  return new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
}
