import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { getIdToken, hasSessionHint, refreshSession, useIdToken } from "#src/features/identity/session.ts";

/** `waiting`: not known yet, or redirecting to the sign-in. */
export type MemberEntry = "waiting" | "in" | "left" | "unreachable";

/**
 * Whether a members' page may show. Redirects visitors to the sign-in; a new tab first takes up the browser's session.
 * Only opens the page: the server decides its content.
 */
export function useMemberEntry(): MemberEntry {
  const isSignedIn = useIdToken() !== null;
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [wasIn, setWasIn] = useState(false);
  const [isUnreachable, setIsUnreachable] = useState(false);
  if (isSignedIn && !wasIn) setWasIn(true);

  useEffect(() => {
    // Checks storage too: right after hydration the hook still says signed out. And if a session ends while the page is
    // open, the code that ended it redirects.
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
