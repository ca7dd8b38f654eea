import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { keepSession } from "#src/features/identity/components/keep-session.ts";
import { readIdToken } from "#src/features/identity/id-token.ts";
import { clearSession, onSessionExpired, useIdToken } from "#src/features/identity/session.ts";

/** Pages that need a signed-in person. */
const MEMBER_PLACES = /^\/(?:(?:user-?)?dashboard|account|admin|chats)(?:[/-]|$)/;

/** The organizers' console has a sign-in of its own, on the same page. */
const CONSOLE = /^\/admin(?:-login)?\/?$/;

/** What the sign-in finds in its history entry. */
export type CameToSignIn = {
  /** A session ended by itself. */
  readonly isExpired?: true;
  /** The address that an account is to be made for. */
  readonly signUpAs?: string;
};

/** Stands once in every page: keeps the session going, and leads on where it begins or ends. Shows nothing. */
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
    // A session that was just taken up, or begun in another frame: as the script in the head does for a stored one.
    if (pathname === "/") void navigate("/dashboard", { replace: true });
    if (MEMBER_PLACES.test(pathname) && readIdToken(idToken) === null) {
      clearSession();
      void navigate("/login", { replace: true });
    }
  }, [navigate, pathname, idToken]);

  return null;
}
