import type { Route } from "./+types/check-in-page";
import { CheckIn } from "#src/features/events/door/components/check-in.tsx";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { Page } from "#src/ui/page.tsx";

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches, { title: "Check in", path: location.pathname, isHidden: true });

export default function CheckInPage({ params }: Route.ComponentProps) {
  return (
    <Page needsScripts>
      <CheckIn key={params.eventId} eventId={params.eventId} />
    </Page>
  );
}
