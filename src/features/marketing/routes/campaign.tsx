import type { Route } from "./+types/campaign";
import { useLocation } from "react-router";
import { appContext } from "#src/context/app-context.ts";
import { CampaignPage } from "#src/features/marketing/components/campaign-page.tsx";
import { campaignAt } from "#src/features/marketing/components/campaigns.ts";
import { mapTiles } from "#src/features/map/queries.server.ts";
import { cardButton } from "#src/features/payments/queries.server.ts";
import { tournamentOf } from "#src/features/marketing/rules.ts";
import { siteFacts } from "#src/features/site/queries.server.ts";
import { isHiddenPage } from "#src/features/site/rules.ts";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { pictures } from "#src/shared/pictures.generated.ts";
import { pictureUrl } from "#src/ui/picture.tsx";

export function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const { merchOrder, eventFeedback, groupFeedback } = app.config.forms;
  return {
    forms: {
      merchOrder: merchOrder ?? null,
      eventFeedback: eventFeedback ?? null,
      groupFeedback: groupFeedback ?? null,
    },
    lesson: cardButton(app, "lesson"),
    tiles: mapTiles(app),
    hasMerchants: !isHiddenPage(app.config.group, "/map"),
    tournament: tournamentOf(app.config.tournamentDay, siteFacts(app).today),
  };
}

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const { title, description, paths, picture, isHidden = false } = campaignAt(location.pathname);
  const { alt, width, height } = pictures[picture];
  const image = { path: pictureUrl(picture, 960), alt, width: 960, height: Math.round((960 * height) / width) };
  return pageMeta(matches, { title, description, path: paths[0], image, isHidden });
};

/** All campaign pages. */
export default function CampaignRoute({ loaderData }: Route.ComponentProps) {
  return <CampaignPage campaign={campaignAt(useLocation().pathname)} settings={loaderData} />;
}
