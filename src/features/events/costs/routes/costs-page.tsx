import type { Route } from "./+types/costs-page";
import { CostsPage } from "#src/features/events/costs/components/costs-page.tsx";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { Page } from "#src/ui/page.tsx";

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches, { title: "Split the cost", path: location.pathname, isHidden: true });

export default function SplitPage({ params }: Route.ComponentProps) {
  return (
    <Page needsScripts>
      <CostsPage key={params.eventId} eventId={params.eventId} />
    </Page>
  );
}
