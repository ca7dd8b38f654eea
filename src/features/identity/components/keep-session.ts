import { readIdToken } from "#src/features/identity/id-token.ts";
import {
  clearSession,
  endOfToken,
  expireSession,
  getIdToken,
  hasSessionHint,
  onSignedOutElsewhere,
  refreshSession,
  settleSignOut,
  subscribeToSession,
} from "#src/features/identity/session.ts";

const LEAD_MS = 5 * 60_000;
const RETRY_MS = 30_000;

/**
 * When a token wants to be replaced: five minutes before it runs out. One that never had ten is replaced half-way, so
 * that its successor is not due at once as well. Null when it cannot be read.
 */
function dueTime(idToken: string): number | null {
  const facts = readIdToken(idToken);
  const end = endOfToken(idToken);
  return facts && end !== null ? end - Math.min(LEAD_MS, (facts.expiresAt - facts.issuedAt) / 2) : null;
}

/**
 * Keeps the session of this tab going, and takes up the one that the browser has when the tab has none. Only where
 * there is something to ask with: visitors never make a request. Returns how to stop.
 */
export function keepSession(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  async function renew(): Promise<void> {
    const before = getIdToken();
    const outcome = await refreshSession();
    if (isStopped) return;
    // A new tab whose session is over is a visitor's; a tab that was signed in is told.
    if (outcome === "refused" && before !== null && getIdToken() === before) expireSession();
    if (outcome === "unreachable") {
      clearTimeout(timer);
      timer = setTimeout(plan, RETRY_MS);
    }
  }

  function plan(): void {
    clearTimeout(timer);
    if (!hasSessionHint()) return;
    const token = getIdToken();
    const due = token === null ? 0 : dueTime(token);
    if (due === null) return;
    const wait = due - Date.now();
    if (wait <= 0) void renew();
    else timer = setTimeout(plan, wait);
  }

  // A tab that slept has missed its moment.
  const wake = () => {
    if (document.visibilityState === "visible") plan();
  };
  const reconnect = () => {
    settleSignOut();
    plan();
  };
  const unsubscribe = [subscribeToSession(plan), onSignedOutElsewhere(clearSession)];
  document.addEventListener("visibilitychange", wake);
  addEventListener("pageshow", wake);
  addEventListener("online", reconnect);
  reconnect();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    for (const stop of unsubscribe) stop();
    document.removeEventListener("visibilitychange", wake);
    removeEventListener("pageshow", wake);
    removeEventListener("online", reconnect);
  };
}
