// A covered window may report as visible but get no frames.
const LONGEST_WAIT_MS = 100;

/** Resolves after the next paint, within 100 ms; at once in a hidden tab. */
export function nextPaint(): Promise<void> {
  if (document.visibilityState === "hidden") return Promise.resolve();
  return new Promise((done) => {
    // A frame's callbacks run before it is painted; a task they schedule runs after.
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, LONGEST_WAIT_MS);
  });
}
