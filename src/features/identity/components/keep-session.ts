import { readIdToken } from "#src/features/identity/id-token.ts";
import {
  forgetPerson,
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
 * When to replace a token: five minutes before it expires, or halfway if it is valid for less than ten minutes, so that
 * its successor is not due at once. Null for an unreadable token.
 */
function dueTime(idToken: string): number | null {
  const facts = readIdToken(idToken);
  const end = endOfToken(idToken);
  return facts && end !== null ? end - Math.min(LEAD_MS, (facts.expiresAt - facts.issuedAt) / 2) : null;
}

/**
 * Keeps this tab's session alive, and takes up the browser's session in a new tab. Only requests anything when there is
 * a session hint: visitors never do. Returns a function that stops it.
 */
export function keepSession(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  async function renew(): Promise<void> {
    const before = getIdToken();
    const outcome = await refreshSession();
    if (isStopped) return;
    // A new tab without a valid session is a visitor's; a signed-in tab shows that its session ended.
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

  // A tab that slept missed its timer.
  const wake = () => {
    if (document.visibilityState === "visible") plan();
  };
  const reconnect = () => {
    settleSignOut();
    plan();
  };
  const unsubscribe = [subscribeToSession(plan), onSignedOutElsewhere(forgetPerson)];
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
