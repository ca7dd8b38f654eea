import type { Route } from "./+types/courts-by-link";
import { CourtsByLink } from "#src/features/events/court-follow/components/by-link.tsx";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { Page } from "#src/ui/page.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  // The path is a secret, so no meta tag contains it.
  pageMeta(matches, { title: "Court board", path: "/events", isHidden: true });

export default function CourtsByLinkPage({ params }: Route.ComponentProps) {
  return (
    <Page needsScripts>
      <CourtsByLink key={params.token} token={params.token} />
    </Page>
  );
}
