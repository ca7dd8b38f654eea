import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import type { Route } from "./+types/logout";
import type { ACCOUNT_DELETED } from "#src/features/identity/messages.ts";
import { signOut } from "#src/features/identity/session.ts";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { ButtonLink } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { Page } from "#src/ui/page.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "Logout", path: "/logout", isHidden: true });

export default function LogoutPage() {
  const navigate = useNavigate();
  const state = useLocation().state as Partial<typeof ACCOUNT_DELETED> | null;
  const isDeleted = state?.isAccountDeleted === true;
  useEffect(() => {
    // The tab is cleared at once; the server is told in the background and may be unreachable.
    void signOut();
    if (!isDeleted) void navigate("/", { replace: true });
  }, [navigate, isDeleted]);
  if (isDeleted)
    return (
      <Page width="text">
        <EmptyState
          level={1}
          picture="empty-events"
          title="Your account is deleted"
          text="Thank you for the time with us. You can come back whenever you like."
        >
          <ButtonLink to="/" replace>
            Done
          </ButtonLink>
        </EmptyState>
      </Page>
    );
  return (
    <Page width="text">
      <EmptyState level={1} picture="empty-events" title="Signing you out" text="See you on the sand." />
    </Page>
  );
}
