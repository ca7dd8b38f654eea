import { useEffect } from "react";
import { useNavigate } from "react-router";
import { type MemberEntry, useMemberEntry } from "#src/features/identity/components/use-member-entry.ts";
import { roleOfIdToken } from "#src/features/identity/id-token.ts";
import { useIdToken } from "#src/features/identity/session.ts";

/** Whether the dashboard may open: visitors are redirected to the sign-in, organizers to the console. */
export function useEntry(): MemberEntry {
  const entry = useMemberEntry();
  const token = useIdToken();
  const navigate = useNavigate();
  const isOrganizer = token !== null && roleOfIdToken(token) === "admin";

  useEffect(() => {
    if (isOrganizer) void navigate("/admin", { replace: true });
  }, [isOrganizer, navigate]);

  return isOrganizer ? "waiting" : entry;
}
