import type { Campaign } from "#src/features/marketing/components/campaigns/campaign.ts";
import { FEEDBACK, HOST, MERCH } from "#src/features/marketing/components/campaigns/group.ts";
import { BONFIRE, DANCE, SALSA } from "#src/features/marketing/components/campaigns/nights.ts";
import { EXAMPLE, TEMPLATE } from "#src/features/marketing/components/campaigns/samples.ts";
import { PICKLEBALL, TOURNAMENT } from "#src/features/marketing/components/campaigns/sports.ts";

// Their paths are also in src/shared/site-map.ts.
const CAMPAIGNS: readonly Campaign[] = [
  PICKLEBALL,
  TOURNAMENT,
  SALSA,
  DANCE,
  BONFIRE,
  MERCH,
  HOST,
  FEEDBACK,
  EXAMPLE,
  TEMPLATE,
];

/** The campaign of a path. Every path of the campaign route has one. */
export function campaignAt(pathname: string): Campaign {
  const path = pathname.replace(/\/+$/, "").toLowerCase();
  const found = CAMPAIGNS.find(({ paths }) => paths.includes(path));
  if (!found) throw new Error(`No campaign lives at ${pathname}`);
  return found;
}
