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
  /** Why the person must sign in again. */
  readonly notice: string | null;
  readonly profile: Loaded<Profile>;
};

/**
 * Redirects people without a role to their dashboard. The dashboard trusts the token, so a stale one is refreshed
 * first.
 */
async function leave(go: () => void): Promise<void> {
  const token = getIdToken();
  const isOld = token !== null && roleOfIdToken(token) === "admin";
  const outcome = isOld ? await refreshSession() : "refreshed";
  // A request that was aborted, such as by leaving the page, says nothing about the session.
  if (outcome === "unreachable") return;
  if (outcome === "refreshed") go();
  else await endRefusedSession();
}

/** Why this tab's session ended, until there is a new one. */
function useEnding(): string | null {
  const [notice, setNotice] = useState<string | null>(null);
  useEffect(() => onSessionExpired(() => setNotice(SESSION_OVER)), []);
  useEffect(() => subscribeToSession(() => getIdToken() !== null && setNotice(null)), []);
  return notice;
}

/** Restores a session that the browser has but this tab does not; returns whether that failed. */
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
 * Who may stay in the console: everyone with a role, according to the server. This opens only the page; the server
 * authorizes each call, so with `isOverridden` other people see only refusals.
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
