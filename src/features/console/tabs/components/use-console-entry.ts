import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { CONSOLE_REFUSED, SESSION_OVER } from "#src/features/console/messages.ts";
import { type Loaded, useLoaded } from "#src/features/identity/components/use-loaded.ts";
import { roleOfIdToken } from "#src/features/identity/id-token.ts";
import {
  endRefusedSession,
  getIdToken,
  onSessionExpired,
  refreshSession,
  type SessionState,
  subscribeToSession,
  useSessionState,
} from "#src/features/identity/session.ts";
import type { Profile } from "#src/features/profile/schema.ts";

/** `waiting`: the viewer is not known yet or is being redirected. `locked`: a second factor comes first. */
type Place = "unknown" | "login" | "waiting" | "unreachable" | "locked" | "in";

export type ConsoleEntry = {
  readonly place: Place;
  /** Why the person has to sign in again. */
  readonly notice: string | null;
  readonly profile: Loaded<Profile>;
};

/** Redirects people without a role to their dashboard. Its page trusts the token, so an old token is replaced first. */
async function leave(go: () => void): Promise<void> {
  const token = getIdToken();
  const isOld = token !== null && roleOfIdToken(token) === "admin";
  const outcome = isOld ? await refreshSession() : "refreshed";
  // A request that was cut off, as when the page is left meanwhile, says nothing about the session.
  if (outcome === "unreachable") return;
  if (outcome === "refreshed") go();
  else await endRefusedSession();
}

/** Why the session of this tab ended, until there is another. */
function useEnding(): string | null {
  const [notice, setNotice] = useState<string | null>(null);
  useEffect(() => onSessionExpired(() => setNotice(SESSION_OVER)), []);
  useEffect(() => subscribeToSession(() => getIdToken() !== null && setNotice(null)), []);
  return notice;
}

/** A session that this browser has and this tab does not know of yet; whether it could not be asked for. */
function useTakingUp(isRestoring: boolean): boolean {
  const [isUnreachable, setIsUnreachable] = useState(false);
  useEffect(() => {
    if (!isRestoring) return;
    let isOver = false;
    void refreshSession().then((outcome) => !isOver && setIsUnreachable(outcome === "unreachable"));
    return () => {
      isOver = true;
    };
  }, [isRestoring]);
  return isRestoring && isUnreachable;
}

function placeOf(session: SessionState, profile: Loaded<Profile>, mayStay: boolean): Place {
  if (session === "unknown") return "unknown";
  if (session === "none") return "login";
  if (profile.failure) return "unreachable";
  if (session !== "signed-in" || !mayStay) return "waiting";
  return profile.value?.isConsoleLocked ? "locked" : "in";
}

/**
 * Who may stay in the console: everyone with a role, as the server says. This opens a page; each call in it is decided
 * at the server, so `isOverridden` shows somebody else nothing but refusals.
 */
export function useConsoleEntry(isOverridden: boolean): ConsoleEntry {
  const session = useSessionState();
  const profile = useLoaded<Profile>("/api/profile");
  const navigate = useNavigate();
  const notice = useEnding();
  const isUnreachable = useTakingUp(session === "restoring");
  const role = profile.value?.role;
  const mayStay = role !== undefined && (profile.value?.mayDo !== undefined || isOverridden);
  const isStranger = role !== undefined && !mayStay;

  useEffect(() => {
    if (isStranger) void leave(() => void navigate("/dashboard", { replace: true, state: CONSOLE_REFUSED }));
  }, [isStranger, navigate]);

  return { place: isUnreachable ? "unreachable" : placeOf(session, profile, mayStay), notice, profile };
}
