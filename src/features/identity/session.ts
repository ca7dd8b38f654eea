import { useSyncExternalStore } from "react";

/** Where the id token is kept: one tab, until it closes. */
const TOKEN_KEY = "idToken";
// Browsers tell only other documents of a change of storage, so our own changes are announced here.
const SESSION_CHANGED = "sandbar:session-changed";

/** The stored id token, or null when nobody is signed in. Only in the browser. */
export function getIdToken(): string | null {
  try {
    return sessionStorage.getItem(TOKEN_KEY) || null;
  } catch {
    // Storage that is closed to us holds no session.
    return null;
  }
}

/** Keeps the id token: from now on this tab is signed in. */
export function storeIdToken(idToken: string): void {
  sessionStorage.setItem(TOKEN_KEY, idToken);
  window.dispatchEvent(new Event(SESSION_CHANGED));
}

/** Forgets the session of this tab. */
export function clearSession(): void {
  try {
    sessionStorage.removeItem(TOKEN_KEY);
  } catch {
    // As in getIdToken: there was nothing to forget.
  }
  window.dispatchEvent(new Event(SESSION_CHANGED));
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

/** Whether somebody is signed in, that is: whether an id token is stored. */
export function useSignedIn(): boolean {
  return useIdToken() !== null;
}

/**
 * Runs in the head of every document, before anything is painted. On `/` it takes who is signed in to the dashboard;
 * elsewhere it marks the document, so that the signed-out navigation is not seen for a moment first.
 */
export const sessionScript = `try{if(sessionStorage.getItem("${TOKEN_KEY}")){var h=document.documentElement;h.setAttribute("data-signed-in","");if(location.pathname==="/"){h.style.visibility="hidden";location.replace("/dashboard")}}}catch(e){}`;
