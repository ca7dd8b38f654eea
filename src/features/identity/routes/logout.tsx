import { useEffect } from "react";
import { useNavigate } from "react-router";
import type { Route } from "./+types/logout";
import { signOut } from "#src/features/identity/session.ts";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { Page } from "#src/ui/page.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "Logout", path: "/logout", isHidden: true });

export default function LogoutPage() {
  const navigate = useNavigate();
  useEffect(() => {
    // The tab has forgotten everything at once; the server is told on the way, and may be out of reach.
    void signOut();
    void navigate("/", { replace: true });
  }, [navigate]);
  return (
    <Page width="text">
      <EmptyState level={1} picture="empty-events" title="Signing you out" text="See you on the sand." />
    </Page>
  );
}
