import type { Route } from "./+types/courts-page";
import { CourtsDesk } from "#src/features/events/courts/components/courts-desk.tsx";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { Page } from "#src/ui/page.tsx";
import { PageHeader } from "#src/ui/page-header.tsx";

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches, { title: "Court board", path: location.pathname, isHidden: true });

export default function CourtsPage({ params }: Route.ComponentProps) {
  return (
    <Page needsScripts>
      <PageHeader title="Court board" lead="Who plays where, and who is next." />
      <CourtsDesk key={params.eventId} eventId={params.eventId} />
    </Page>
  );
}
