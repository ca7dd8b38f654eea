const KEY = "courts-clock";

/** How far the server's clock is ahead of this phone's, in milliseconds, as of the last answer; 0 before the first. */
function readAhead(): number {
  try {
    const ahead = Number(localStorage.getItem(KEY));
    return Number.isFinite(ahead) ? ahead : 0;
  } catch {
    // Closed: this phone's own clock has to do.
    return 0;
  }
}

/** The server's time in milliseconds, reckoned from this phone's clock. Timers count by it, also without a network. */
export const serverNow = (): number => Date.now() + readAhead();

/** {@link serverNow} in ISO 8601, as boards write it. */
export const serverMoment = (): string => new Date(serverNow()).toISOString();

/**
 * Learns the server's time (ISO 8601) from an answer that was asked for at `sentAt` of this phone's clock and is here
 * now. The server wrote it somewhere between the two, so what is known stays as long as it fits.
 */
export function learnServerTime(serverTime: string, sentAt: number): void {
  const written = Date.parse(serverTime);
  const ahead = Math.min(Math.max(readAhead(), written - Date.now()), written - sentAt);
  try {
    localStorage.setItem(KEY, String(ahead));
  } catch {
    // As in readAhead.
  }
}
