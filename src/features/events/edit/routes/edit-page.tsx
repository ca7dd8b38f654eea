import type { Route } from "./+types/edit-page";
import { appContext } from "#src/context/app-context.ts";
import { EditEvent } from "#src/features/events/edit/components/edit-event.tsx";
import { mapTiles } from "#src/features/map/queries.server.ts";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { useSiteFacts } from "#src/features/site/use-site-facts.ts";
import { Page } from "#src/ui/page.tsx";
import { PageHeader } from "#src/ui/page-header.tsx";

export function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  return { tiles: mapTiles(app), places: app.config.group.places };
}

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches, { title: "Edit event", path: location.pathname, isHidden: true });

export default function EditPage({ loaderData: { tiles, places }, params }: Route.ComponentProps) {
  const facts = useSiteFacts();
  return (
    <Page needsScripts>
      <PageHeader title="Edit event" lead="Change what you like. Before you save, you’ll see who will be told." />
      {facts && (
        <EditEvent key={params.eventId} eventId={params.eventId} today={facts.today} tiles={tiles} places={places} />
      )}
    </Page>
  );
}
