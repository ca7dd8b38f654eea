import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { keepSession } from "#src/features/identity/components/keep-session.ts";
import { readIdToken } from "#src/features/identity/id-token.ts";
import { clearSession, onSessionExpired, useIdToken } from "#src/features/identity/session.ts";

/** Pages that need a signed-in person. */
const MEMBER_PLACES = /^\/(?:(?:user-?)?dashboard|account|admin|chats)(?:[/-]|$)/;

/** The console has its own sign-in on the same page. */
const CONSOLE = /^\/admin(?:-login)?\/?$/;

/** State in the history entry that leads to the sign-in page. */
export type CameToSignIn = {
  /** The session expired by itself. */
  readonly isExpired?: true;
  /** The address to prefill for a new account. */
  readonly signUpAs?: string;
};

/** Keeps the session alive and redirects when it starts or ends. Mounted once per page; renders nothing. */
export function SessionKeeper() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const idToken = useIdToken();

  useEffect(keepSession, []);

  useEffect(
    () =>
      onSessionExpired(() => {
        if (CONSOLE.test(pathname)) return;
        const back = pathname === "/login" ? "" : `?next=${encodeURIComponent(pathname + search)}`;
        const state: CameToSignIn = { isExpired: true };
        void navigate(`/login${back}`, { replace: true, state });
      }),
    [navigate, pathname, search],
  );

  useEffect(() => {
    if (idToken === null) return;
    // A session restored here or started in another frame: do what the head script does for a stored one.
    if (pathname === "/") void navigate("/dashboard", { replace: true });
    if (MEMBER_PLACES.test(pathname) && readIdToken(idToken) === null) {
      clearSession();
      void navigate("/login", { replace: true });
    }
  }, [navigate, pathname, idToken]);

  return null;
}
