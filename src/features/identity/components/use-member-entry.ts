import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { refreshSession, useSessionState } from "#src/features/identity/session.ts";

/** `waiting`: not known yet, or redirecting to the sign-in. */
export type MemberEntry = "waiting" | "in" | "left" | "unreachable";

/**
 * Whether a members' page may show. Redirects visitors to the sign-in; a new tab first takes up the browser's session.
 * Only opens the page: the server decides its content.
 */
export function useMemberEntry(): MemberEntry {
  const session = useSessionState();
  const isSignedIn = session === "signed-in";
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [wasIn, setWasIn] = useState(false);
  const [isUnreachable, setIsUnreachable] = useState(false);
  if (isSignedIn && !wasIn) setWasIn(true);

  useEffect(() => {
    // If a session ends while the page is open, the code that ended it redirects.
    if (session === "unknown" || session === "signed-in" || wasIn) return;
    let isOver = false;
    const toLogin = () => {
      const query = new URLSearchParams({ next: pathname + search });
      void navigate(`/login?${query}`, { replace: true });
    };
    // A session that is refused, now or on a later try, becomes `none`.
    if (session === "none") toLogin();
    else
      void refreshSession().then((outcome) => {
        if (!isOver) setIsUnreachable(outcome === "unreachable");
      });
    return () => {
      isOver = true;
    };
  }, [session, wasIn, navigate, pathname, search]);

  if (isSignedIn) return "in";
  if (wasIn) return "left";
  return isUnreachable ? "unreachable" : "waiting";
}
