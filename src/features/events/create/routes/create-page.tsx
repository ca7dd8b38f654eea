import type { Route } from "./+types/create-page";
import { appContext } from "#src/context/app-context.ts";
import { CreateEvent } from "#src/features/events/create/components/create-event.tsx";
import { mapTiles } from "#src/features/map/queries.server.ts";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { useSiteFacts } from "#src/features/site/use-site-facts.ts";
import { Page } from "#src/ui/page.tsx";
import { PageHeader } from "#src/ui/page-header.tsx";

export function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  return { tiles: mapTiles(app), places: app.config.group.places };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Create Event",
    description: "Host something: say what, when and where, and preview it as you go.",
    path: "/create",
  });

export default function CreatePage({ loaderData: { tiles, places } }: Route.ComponentProps) {
  const facts = useSiteFacts();
  return (
    <Page needsScripts>
      <PageHeader title="Create Event" />
      {facts && <CreateEvent today={facts.today} timeZone={facts.timeZone} tiles={tiles} places={places} />}
    </Page>
  );
}
