import type { Route } from "./+types/door-page";
import { Door } from "#src/features/events/door/components/door.tsx";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { Page } from "#src/ui/page.tsx";

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches, { title: "At the door", path: location.pathname, isHidden: true });

export default function DoorPage({ params }: Route.ComponentProps) {
  return (
    <Page needsScripts>
      <Door key={params.eventId} eventId={params.eventId} />
    </Page>
  );
}
