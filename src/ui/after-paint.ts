// A covered window may count as visible and still get no frames.
const LONGEST_WAIT_MS = 100;

/** Resolves once the screen shows what the user just did, within 100 ms; at once in a hidden tab. */
export function nextPaint(): Promise<void> {
  if (document.visibilityState === "hidden") return Promise.resolve();
  return new Promise((done) => {
    // A frame's callbacks run before it is painted; a task they schedule runs after.
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, LONGEST_WAIT_MS);
  });
}
