import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { roleOfIdToken } from "#src/features/identity/id-token.ts";
import { getIdToken, hasSessionHint, refreshSession, useIdToken } from "#src/features/identity/session.ts";

/** `waiting`: nobody knows yet, or one is being led elsewhere. */
type Entry = "waiting" | "in" | "left" | "unreachable";

/**
 * Who may stay on the dashboard: visitors are led to the sign-in, organisers to their console. A new tab first takes up
 * the session that the browser has. This opens a page; what is in it is decided at the server.
 */
export function useEntry(): Entry {
  const token = useIdToken();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [wasIn, setWasIn] = useState(false);
  const [isUnreachable, setIsUnreachable] = useState(false);
  const isSignedIn = token !== null;
  const isOrganiser = isSignedIn && roleOfIdToken(token) === "admin";
  if (isSignedIn && !wasIn) setWasIn(true);

  useEffect(() => {
    if (isOrganiser) void navigate("/admin", { replace: true });
  }, [isOrganiser, navigate]);

  useEffect(() => {
    // Asked of the storage too: what is taken over from the server's render is signed out for a moment. And a session
    // that ended here was ended by somebody, who leads on.
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

  if (isSignedIn) return isOrganiser ? "waiting" : "in";
  if (wasIn) return "left";
  return isUnreachable ? "unreachable" : "waiting";
}
