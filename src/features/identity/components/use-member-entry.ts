import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { getIdToken, hasSessionHint, refreshSession, useIdToken } from "#src/features/identity/session.ts";

/** `waiting`: not known yet, or on the way to the sign-in. */
export type MemberEntry = "waiting" | "in" | "left" | "unreachable";

/**
 * Whether a page for signed-in people may show. Visitors are led to the sign-in; a new tab first takes up the session
 * that the browser has. This only opens the page: its content is decided at the server.
 */
export function useMemberEntry(): MemberEntry {
  const isSignedIn = useIdToken() !== null;
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [wasIn, setWasIn] = useState(false);
  const [isUnreachable, setIsUnreachable] = useState(false);
  if (isSignedIn && !wasIn) setWasIn(true);

  useEffect(() => {
    // The storage is asked as well: right after hydration the hook still says signed out. And a session that ended
    // while the page was open was ended by something that leads on itself.
    if (isSignedIn || wasIn || getIdToken() !== null) return;
    let isOver = false;
    const toLogin = () => {
      const query = new URLSearchParams({ next: pathname + search });
      void navigate(`/login?${query}`, { replace: true });
    };
    if (hasSessionHint())
      void refreshSession().then((outcome) => {
        if (isOver) return;
        if (outcome === "refused") toLogin();
        setIsUnreachable(outcome === "unreachable");
      });
    else toLogin();
    return () => {
      isOver = true;
    };
  }, [isSignedIn, wasIn, navigate, pathname, search]);

  if (isSignedIn) return "in";
  if (wasIn) return "left";
  return isUnreachable ? "unreachable" : "waiting";
}
