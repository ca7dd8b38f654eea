// A window that others cover may get no frames although it counts as shown.
const LONGEST_WAIT_MS = 100;

/** Resolves once what is on the screen shows what the user just did; at once in a tab that is not shown. */
export function nextPaint(): Promise<void> {
  if (document.visibilityState === "hidden") return Promise.resolve();
  return new Promise((done) => {
    // A frame's callbacks run before it is painted, a task begun in them after it.
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, LONGEST_WAIT_MS);
  });
}
