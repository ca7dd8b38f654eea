import { useRouteLoaderData } from "react-router";
import type { SiteFacts } from "#src/features/site/queries.server.ts";

/** What the root loader found out; undefined only while the root itself shows its failure. */
export function useSiteFacts(): SiteFacts | undefined {
  return useRouteLoaderData<() => SiteFacts>("root");
}
