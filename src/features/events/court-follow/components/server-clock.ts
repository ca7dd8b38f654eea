const KEY = "courts-clock";

/** How far the server's clock is ahead of this phone's, in milliseconds; 0 before the first response. */
function readAhead(): number {
  try {
    const ahead = Number(localStorage.getItem(KEY));
    return Number.isFinite(ahead) ? ahead : 0;
  } catch {
    // Storage is blocked: use this phone's clock.
    return 0;
  }
}

/** The server's time in milliseconds, computed from this phone's clock. Timers use it, even offline. */
export const serverNow = (): number => Date.now() + readAhead();

/** {@link serverNow} in ISO 8601, as boards write it. */
export const serverMoment = (): string => new Date(serverNow()).toISOString();

/**
 * Updates the clock offset from a response with the server's time (ISO 8601) to a request sent at `sentAt` of this
 * phone's clock. The server's time lies between the two, so an offset that fits stays as it is.
 */
export function learnServerTime(serverTime: string, sentAt: number): void {
  const written = Date.parse(serverTime);
  const ahead = Math.min(Math.max(readAhead(), written - Date.now()), written - sentAt);
  try {
    localStorage.setItem(KEY, String(ahead));
  } catch {
    // Storage is blocked: the offset stays unknown.
  }
}
