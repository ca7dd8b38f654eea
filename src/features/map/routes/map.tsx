import { Link } from "react-router";
import type { Route } from "./+types/map";
import { appContext } from "#src/context/app-context.ts";
import { PlacesMap } from "#src/features/map/components/places-map.tsx";
import { MAPS } from "#src/features/map/rules/places.ts";
import { mapTiles } from "#src/features/map/queries.server.ts";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { Page } from "#src/ui/page.tsx";
import { PageHeader } from "#src/ui/page-header.tsx";

export function loader({ context }: Route.LoaderArgs) {
  return { tiles: mapTiles(context.get(appContext)) };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: MAPS.merchants.title,
    description:
      "Six merchants near the beach, on a map and as a list: coffee, boards, tacos, rackets, ice cream, climbing.",
    path: "/map",
  });

export default function MapPage({ loaderData: { tiles } }: Route.ComponentProps) {
  return (
    <Page>
      <PageHeader
        title={MAPS.merchants.title}
        lead={
          <>
            Before the game, after the run. These six are examples: <Link to="/support">tell us</Link> which places
            belong here.
          </>
        }
      />
      <h2 className="visually-hidden">The six merchants</h2>
      <PlacesMap name="merchants" tiles={tiles} />
    </Page>
  );
}
