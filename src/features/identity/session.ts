import { useSyncExternalStore } from "react";
import { readIdToken } from "#src/features/identity/id-token.ts";

/** Where the id token is kept: one tab, until it closes. */
const TOKEN_KEY = "idToken";
/** When the stored token runs out by the clock of this machine, which need not be the server's. */
const UNTIL_KEY = "idTokenUntil";
/** Key prefix of personal data in the storage of the tab and of the browser: it goes when the session goes. */
const MEMBER_PREFIX = "member:";
/** A cookie without a secret: says that there is a refresh cookie, which no script can see. */
export const SESSION_HINT = "sandbar_session";
/**
 * A cookie that says that the server has still to hear of a sign-out. Apart from the hint, because the answer to a refresh
 * that was on its way sets the hint again, even after the page that asked is gone.
 */
export const SIGNED_OUT_MARK = "sandbar_signed_out";
// Browsers tell only other documents of a change of storage, so our own changes are announced here.
const SESSION_CHANGED = "sandbar:session-changed";
const SESSION_EXPIRED_EVENT = "sandbar:session-expired";

/** Between the tabs of a browser: who signs out in one is signed out in all. */
const CHANNEL = "sandbar-session";

const REFRESH_LOCK = "sandbar-refresh";
const REFRESH_CALL = "/api/auth/refresh";
const SIGN_OUT_CALL = "/api/auth/sign-out";

/** The stored id token, or null when nobody is signed in. Only in the browser. */
export function getIdToken(): string | null {
  try {
    return sessionStorage.getItem(TOKEN_KEY) || null;
  } catch {
    // Storage that is closed to us holds no session.
    return null;
  }
}

function announce(): void {
  window.dispatchEvent(new Event(SESSION_CHANGED));
}

/** Keeps an id token that the server has just made: from now on this tab is signed in. Throws where storage is closed. */
export function storeIdToken(idToken: string): void {
  const facts = readIdToken(idToken);
  sessionStorage.setItem(TOKEN_KEY, idToken);
  if (facts) {
    // The token's last characters tie the time to it: whatever else comes into the storage has no time of ours.
    const until = Date.now() + facts.expiresAt - facts.issuedAt;
    sessionStorage.setItem(UNTIL_KEY, `${until} ${idToken.slice(-16)}`);
  }
  announce();
}

/** When a token runs out, by the clock of this machine; null when it cannot be read. */
export function endOfToken(idToken: string): number | null {
  const facts = readIdToken(idToken);
  if (!facts) return null;
  const [until, end] = (sessionStorage.getItem(UNTIL_KEY) ?? "").split(" ");
  return end === idToken.slice(-16) ? Number(until) : facts.expiresAt;
}

/** Forgets the session of this tab, and what is kept of the person in it. */
export function clearSession(): void {
  underWay?.cancel();
  try {
    for (const key of [TOKEN_KEY, UNTIL_KEY]) sessionStorage.removeItem(key);
    for (const storage of [sessionStorage, localStorage])
      for (const key of Object.keys(storage)) if (key.startsWith(MEMBER_PREFIX)) storage.removeItem(key);
  } catch {
    // As in getIdToken: there was nothing to forget.
  }
  announce();
}

const hasCookie = (name: string) => document.cookie.split("; ").includes(`${name}=1`);

/** Whether the browser has a session that a tab can take up. */
export function hasSessionHint(): boolean {
  return hasCookie(SESSION_HINT) && !hasCookie(SIGNED_OUT_MARK);
}

/** From now on nobody asks for that session again. */
function forgetSessionHint(): void {
  document.cookie = `${SESSION_HINT}=; path=/; max-age=0`;
}

/** Notes that the server has still to hear of a sign-out. Its answer takes this cookie away, and so does a sign-in. */
function oweSignOut(): void {
  if (hasSessionHint()) document.cookie = `${SIGNED_OUT_MARK}=1; path=/; max-age=2592000; samesite=lax`;
}

/** Forgets a session that the server ended; listeners redirect to sign-in and say so. */
export function expireSession(): void {
  forgetSessionHint();
  clearSession();
  window.dispatchEvent(new Event(SESSION_EXPIRED_EVENT));
}

/** Signs out an account that the server refuses, everywhere in this browser; listeners say why. */
export function endRefusedSession(): Promise<void> {
  const told = signOut();
  window.dispatchEvent(new Event(SESSION_EXPIRED_EVENT));
  return told;
}

/** Calls back when the session turned out to be over; returns how to stop that. */
export function onSessionExpired(onExpired: () => void): () => void {
  window.addEventListener(SESSION_EXPIRED_EVENT, onExpired);
  return () => window.removeEventListener(SESSION_EXPIRED_EVENT, onExpired);
}

/** Calls back when another tab of this browser signed out; returns how to stop that. */
export function onSignedOutElsewhere(onSignedOut: () => void): () => void {
  const others = new BroadcastChannel(CHANNEL);
  others.addEventListener("message", onSignedOut);
  return () => others.close();
}

/** `unreachable`: the session may well go on, only the server could not be asked. */
export type RefreshOutcome = "refreshed" | "refused" | "unreachable";

let underWay: { readonly outcome: Promise<RefreshOutcome>; cancel(): void } | null = null;

async function askForToken(signal: AbortSignal): Promise<RefreshOutcome> {
  try {
    // Also when the page is left meanwhile: the answer brings the cookie that the next refresh needs.
    const answer = await fetch(REFRESH_CALL, { method: "POST", keepalive: true });
    // The person signed out while this was in flight. The answer restored the cookies, so the server is told again.
    if (signal.aborted) {
      if (getIdToken() === null) oweSignOut();
      return "unreachable";
    }
    if (answer.status === 401) {
      forgetSessionHint();
      announce();
      return "refused";
    }
    if (!answer.ok) return "unreachable";
    const { idToken } = (await answer.json()) as { idToken: string };
    signal.throwIfAborted();
    storeIdToken(idToken);
    return "refreshed";
  } catch {
    return "unreachable";
  }
}

/**
 * Runs one refresh after the other in all tabs of the browser: each replaces the cookie, so a late answer to an earlier
 * one must not put an old cookie back. Without the Web Locks API (plain http) the server's grace has to do.
 */
function oneTabAtATime<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  if (!("locks" in navigator)) return work();
  return navigator.locks.request(REFRESH_LOCK, { signal }, work);
}

/** Another id token for the refresh cookie; one request at a time, however many ask. Never rejects. */
export function refreshSession(): Promise<RefreshOutcome> {
  if (underWay) return underWay.outcome;
  const request = new AbortController();
  const { signal } = request;
  const asked = oneTabAtATime(() => askForToken(signal), signal).catch((): RefreshOutcome => "unreachable");
  const outcome = asked.finally(() => {
    if (underWay === mine) underWay = null;
  });
  const mine = { outcome, cancel: () => request.abort() };
  underWay = mine;
  return outcome;
}

async function tellSignOut(everywhere: boolean): Promise<boolean> {
  try {
    const answer = await fetch(SIGN_OUT_CALL, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ everywhere }),
      // Also when the tab is closed right after.
      keepalive: true,
    });
    return answer.ok;
  } catch {
    return false;
  }
}

/** What outlives a tab, such as marks at the door, goes when its owner signs out, not when a session runs out. */
function forgetInBrowser(): void {
  try {
    for (const key of Object.keys(localStorage).filter((each) => each.startsWith(MEMBER_PREFIX)))
      localStorage.removeItem(key);
  } catch {
    // As in getIdToken: there was nothing to forget.
  }
}

function forgetInEveryTab(): void {
  forgetInBrowser();
  clearSession();
  const others = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin to name
  others.postMessage("signed out");
  others.close();
}

/**
 * Ends this browser's session. Its tabs forget it at once; a server that cannot be reached is told later, by
 * {@link settleSignOut}.
 */
export async function signOut(): Promise<void> {
  oweSignOut();
  forgetInEveryTab();
  await tellSignOut(false);
}

/** Tells the server of a sign-out that it has not heard of. */
export function settleSignOut(): void {
  if (hasCookie(SIGNED_OUT_MARK)) void tellSignOut(false);
}

/** Ends every session of the account, on whatever device. False, and nothing changed, when the server was not reached. */
export async function signOutEverywhere(): Promise<boolean> {
  if (!(await tellSignOut(true))) return false;
  forgetInEveryTab();
  return true;
}

/** Calls back whenever the session may have changed; returns how to stop that. */
export function subscribeToSession(onChange: () => void): () => void {
  window.addEventListener("storage", onChange);
  window.addEventListener(SESSION_CHANGED, onChange);
  return () => {
    window.removeEventListener("storage", onChange);
    window.removeEventListener(SESSION_CHANGED, onChange);
  };
}

const nobody = () => null;

/** The stored id token; null on the server and while nobody is signed in. Follows every change without a reload. */
export function useIdToken(): string | null {
  return useSyncExternalStore(subscribeToSession, getIdToken, nobody);
}

/** Whether this tab is signed in, i.e. stores an id token. */
export function useSignedIn(): boolean {
  return useIdToken() !== null;
}

/** `restoring`: no token yet, but a session of this browser that is being taken up. `unknown` until scripts run. */
export type SessionState = "unknown" | "none" | "restoring" | "signed-in";

function sessionState(): SessionState {
  if (getIdToken() !== null) return "signed-in";
  return hasSessionHint() ? "restoring" : "none";
}

const unknownState = (): SessionState => "unknown";

/** Whether this tab is signed in; a new tab needs a moment to know. */
export function useSessionState(): SessionState {
  return useSyncExternalStore(subscribeToSession, sessionState, unknownState);
}

/**
 * Runs in the head of every document, before anything is painted. On `/` it takes who is signed in to the dashboard;
 * elsewhere, and where a session may be taken up, it marks the document, so that the signed-out navigation is not seen
 * for a moment first.
 */
export const sessionScript = `try{var h=document.documentElement,t=sessionStorage.getItem("${TOKEN_KEY}"),c="; "+document.cookie+";";if(t||c.includes("; ${SESSION_HINT}=1;")&&!c.includes("; ${SIGNED_OUT_MARK}=1;"))h.setAttribute("data-signed-in","");if(t&&location.pathname==="/"){h.style.visibility="hidden";location.replace("/dashboard")}}catch(e){}`;
