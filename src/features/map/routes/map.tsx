import { Link } from "react-router";
import type { Route } from "./+types/map";
import { appContext } from "#src/context/app-context.ts";
import { PlacesMap } from "#src/features/map/components/places-map.tsx";
import { mapTiles, merchantsMap } from "#src/features/map/queries.server.ts";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { Page } from "#src/ui/page.tsx";
import { PageHeader } from "#src/ui/page-header.tsx";

const TITLE = "Merchants near the beach";

export function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  return { tiles: mapTiles(app), ...merchantsMap(app) };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: TITLE,
    description: "Merchants near the beach, on a map and as a list, with the way to each.",
    path: "/map",
  });

export default function MapPage({ loaderData: { tiles, places, poster } }: Route.ComponentProps) {
  return (
    <Page>
      <PageHeader
        title={TITLE}
        lead={
          <>
            Before the game, after the run. <Link to="/support">Tell us</Link> which places belong here.
          </>
        }
      />
      <h2 className="visually-hidden">The merchants</h2>
      <PlacesMap title={TITLE} places={places} poster={poster} tiles={tiles} />
    </Page>
  );
}
