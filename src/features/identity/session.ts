import { useSyncExternalStore } from "react";
import { readIdToken } from "#src/features/identity/id-token.ts";

/** Storage key of the id token: per tab, until it closes. */
const TOKEN_KEY = "idToken";
/** When the stored token expires by this machine's clock, which may differ from the server's. */
const UNTIL_KEY = "idTokenUntil";
/** Key prefix of personal data in tab and browser storage; removed with the session. */
const MEMBER_PREFIX = "member:";
/** Key prefix of the person's own input. Survives an expired session, until a sign-out or another account's sign-in. */
const OWN_PREFIX = "own:";
/** `sub` of the account that signed in last. */
const OWNER_KEY = `${OWN_PREFIX}account`;
/** A cookie without a secret: hints at the refresh cookie, which scripts cannot see. */
export const SESSION_HINT = "sandbar_session";
/**
 * A cookie that marks a sign-out the server has not received yet. Separate from the hint, because a refresh still in
 * flight sets the hint again, even after its page is gone.
 */
export const SIGNED_OUT_MARK = "sandbar_signed_out";
// Storage events reach only other documents, so this one announces its own changes.
const SESSION_CHANGED = "sandbar:session-changed";
const SESSION_EXPIRED_EVENT = "sandbar:session-expired";

/** Between the tabs of a browser: signing out in one signs out all. */
const CHANNEL = "sandbar-session";

const REFRESH_LOCK = "sandbar-refresh";
const REFRESH_CALL = "/api/auth/refresh";
const SIGN_OUT_CALL = "/api/auth/sign-out";

/** The stored id token, or null when signed out. Browser only. */
export function getIdToken(): string | null {
  try {
    return sessionStorage.getItem(TOKEN_KEY) || null;
  } catch {
    // Storage that is unavailable holds no session.
    return null;
  }
}

function announce(): void {
  window.dispatchEvent(new Event(SESSION_CHANGED));
}

/** Stores a newly issued id token, which signs this tab in. Throws if storage is unavailable. */
export function storeIdToken(idToken: string): void {
  const facts = readIdToken(idToken);
  sessionStorage.setItem(TOKEN_KEY, idToken);
  if (facts) {
    // The token's last characters tie the time to it: any other stored value has no expiry of ours.
    const until = Date.now() + facts.expiresAt - facts.issuedAt;
    sessionStorage.setItem(UNTIL_KEY, `${until} ${idToken.slice(-16)}`);
  }
  if (facts) forgetOthers(facts.sub);
  announce();
}

/** When a token expires by this machine's clock; null if it cannot be read. */
export function endOfToken(idToken: string): number | null {
  const facts = readIdToken(idToken);
  if (!facts) return null;
  const [until, end] = (sessionStorage.getItem(UNTIL_KEY) ?? "").split(" ");
  return end === idToken.slice(-16) ? Number(until) : facts.expiresAt;
}

/** Clears this tab's session and personal data. Keeps unsent data, such as check-ins at the door. */
export function clearSession(): void {
  underWay?.cancel();
  try {
    for (const key of [TOKEN_KEY, UNTIL_KEY]) sessionStorage.removeItem(key);
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(MEMBER_PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // As in getIdToken: nothing was stored.
  }
  announce();
}

const hasCookie = (name: string) => document.cookie.split("; ").includes(`${name}=1`);

/** Whether the browser has a session that a tab can take up. */
export function hasSessionHint(): boolean {
  return hasCookie(SESSION_HINT) && !hasCookie(SIGNED_OUT_MARK);
}

/** Removes the hint, so that no tab asks for that session again. */
function forgetSessionHint(): void {
  document.cookie = `${SESSION_HINT}=; path=/; max-age=0`;
}

/** Marks a sign-out that the server has not received. The server's response, or a sign-in, removes the mark. */
function oweSignOut(): void {
  if (hasSessionHint()) document.cookie = `${SIGNED_OUT_MARK}=1; path=/; max-age=2592000; samesite=lax`;
}

/** Clears a session that the server ended; listeners redirect to sign-in and say so. */
export function expireSession(): void {
  forgetSessionHint();
  clearSession();
  window.dispatchEvent(new Event(SESSION_EXPIRED_EVENT));
}

/** Signs out, in every tab, an account that the server refuses; listeners say why. */
export function endRefusedSession(): Promise<void> {
  const told = signOut();
  window.dispatchEvent(new Event(SESSION_EXPIRED_EVENT));
  return told;
}

/** Calls back when the session turns out to be over. Returns an unsubscribe function. */
export function onSessionExpired(onExpired: () => void): () => void {
  window.addEventListener(SESSION_EXPIRED_EVENT, onExpired);
  return () => window.removeEventListener(SESSION_EXPIRED_EVENT, onExpired);
}

/** Calls back when another tab signed out. Returns an unsubscribe function. */
export function onSignedOutElsewhere(onSignedOut: () => void): () => void {
  const others = new BroadcastChannel(CHANNEL);
  others.addEventListener("message", onSignedOut);
  return () => others.close();
}

/** `unreachable`: the session may still be valid, but the server could not be asked. */
export type RefreshOutcome = "refreshed" | "refused" | "unreachable";

let underWay: { readonly outcome: Promise<RefreshOutcome>; cancel(): void } | null = null;

async function askForToken(signal: AbortSignal): Promise<RefreshOutcome> {
  try {
    // Survives leaving the page: the response brings the cookie that the next refresh needs.
    const answer = await fetch(REFRESH_CALL, { method: "POST", keepalive: true });
    // The person signed out while this was in flight. The response restored the cookies, so tell the server again.
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
 * Runs one refresh at a time across the browser's tabs: each rotates the cookie, so a late response must not restore an
 * older one. Without the Web Locks API (plain http) the server's grace period has to do.
 */
function oneTabAtATime<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  if (!("locks" in navigator)) return work();
  return navigator.locks.request(REFRESH_LOCK, { signal }, work);
}

/** Gets another id token for the refresh cookie. Concurrent calls share one request. Never rejects. */
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
      // Survives closing the tab.
      keepalive: true,
    });
    return answer.ok;
  } catch {
    return false;
  }
}

function forgetIn(storage: Storage): void {
  for (const key of Object.keys(storage))
    if (key.startsWith(MEMBER_PREFIX) || key.startsWith(OWN_PREFIX)) storage.removeItem(key);
}

/** Deletes input that another account left when its session expired. */
function forgetOthers(sub: string): void {
  try {
    for (const storage of [sessionStorage, localStorage]) {
      const last = storage.getItem(OWNER_KEY);
      if (last !== null && last !== sub) forgetIn(storage);
      storage.setItem(OWNER_KEY, sub);
    }
  } catch {
    // As in getIdToken: nothing was stored.
  }
}

/** Clears this tab after a sign-out, along with what outlives a tab, such as marks at the door. */
export function forgetPerson(): void {
  try {
    for (const storage of [sessionStorage, localStorage]) forgetIn(storage);
  } catch {
    // As in getIdToken: nothing was stored.
  }
  clearSession();
}

function forgetInEveryTab(): void {
  forgetPerson();
  const others = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin to name
  others.postMessage("signed out");
  others.close();
}

/**
 * Ends this browser's session. Its tabs forget it at once; an unreachable server is told later, by {@link
 * settleSignOut}.
 */
export async function signOut(): Promise<void> {
  oweSignOut();
  forgetInEveryTab();
  await tellSignOut(false);
}

/** Tells the server about a sign-out that it has not received. */
export function settleSignOut(): void {
  if (hasCookie(SIGNED_OUT_MARK)) void tellSignOut(false);
}

/** Ends every session of the account on all devices. False, with nothing changed, when the server is unreachable. */
export async function signOutEverywhere(): Promise<boolean> {
  if (!(await tellSignOut(true))) return false;
  forgetInEveryTab();
  return true;
}

/** Calls back whenever the session may have changed. Returns an unsubscribe function. */
export function subscribeToSession(onChange: () => void): () => void {
  // Another frame of this tab stores a token; another tab's sign-in stores the owner. Other keys must neither trigger a
  // refresh nor restart live streams.
  const onStorage = ({ key }: StorageEvent) => [null, TOKEN_KEY, OWNER_KEY].includes(key) && onChange();
  const listening = new AbortController();
  window.addEventListener("storage", onStorage, { signal: listening.signal });
  window.addEventListener(SESSION_CHANGED, onChange, { signal: listening.signal });
  return () => listening.abort();
}

const nobody = () => null;

/** The stored id token; null on the server and when signed out. Follows every change without a reload. */
export function useIdToken(): string | null {
  return useSyncExternalStore(subscribeToSession, getIdToken, nobody);
}

/** The `sub` of the signed-in account; null when signed out. Caches are keyed by it, so a renewed token drops none. */
export function useOwner(): string | null {
  const token = useIdToken();
  return token === null ? null : (readIdToken(token)?.sub ?? token);
}

/** Whether this tab is signed in, i.e. stores an id token. */
export function useSignedIn(): boolean {
  return useIdToken() !== null;
}

/** `restoring`: no token yet, but the browser has a session that is being taken up. `unknown` until hydration. */
export type SessionState = "unknown" | "none" | "restoring" | "signed-in";

function sessionState(): SessionState {
  if (getIdToken() !== null) return "signed-in";
  return hasSessionHint() ? "restoring" : "none";
}

const unknownState = (): SessionState => "unknown";

/** This tab's session state; a new tab needs a moment to know. */
export function useSessionState(): SessionState {
  return useSyncExternalStore(subscribeToSession, sessionState, unknownState);
}

/** Props of an element for visitors only: hidden while this tab may still turn out to be signed in. */
export const forVisitors = (session: SessionState) => ({ "data-visitors": session === "none" ? undefined : "" });

/**
 * Runs in the head of every document, before first paint. On `/` it redirects a signed-in person to the dashboard;
 * elsewhere it marks the document when there may be a session, so that the signed-out navigation does not flash.
 */
export const sessionScript = `try{var h=document.documentElement,t=sessionStorage.getItem("${TOKEN_KEY}"),c="; "+document.cookie+";";if(t||c.includes("; ${SESSION_HINT}=1;")&&!c.includes("; ${SIGNED_OUT_MARK}=1;"))h.setAttribute("data-signed-in","");if(t&&location.pathname==="/"){h.style.visibility="hidden";location.replace("/dashboard")}}catch(e){}`;
