import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { keepSignUp } from "#src/features/sign-in/auth-calls.ts";
import { roleOfIdToken } from "#src/features/identity/id-token.ts";
import { ownPath } from "#src/features/identity/rules.ts";
import { clearSession, storeIdToken, useIdToken } from "#src/features/identity/session.ts";

/** The page to return to. Read on demand, because the page is cached for all addresses. */
const wanted = () => ownPath(new URLSearchParams(location.search).get("next"));

/** Redirects signed-in people; returns the function that keeps the token of a sign-in made here. */
export function useWayOn(): (idToken: string) => boolean {
  const navigate = useNavigate();
  const idToken = useIdToken();
  const isNew = useRef(false);

  useEffect(() => {
    if (idToken === null) return;
    const role = roleOfIdToken(idToken);
    // An unreadable token is useless and blocks a new sign-in.
    if (role === null) return clearSession();
    const home = role === "admin" && isNew.current ? "/admin" : "/dashboard";
    void navigate(wanted() ?? home, { replace: true });
  }, [idToken, navigate]);

  return (made) => {
    isNew.current = true;
    try {
      storeIdToken(made);
    } catch {
      return false;
    }
    keepSignUp(null);
    return true;
  };
}
