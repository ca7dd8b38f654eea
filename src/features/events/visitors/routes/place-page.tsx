import type { Route } from "./+types/place-page";
import { PlacePanel } from "#src/features/events/visitors/components/place-panel.tsx";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { Page } from "#src/ui/page.tsx";
import { NeedsScripts } from "#src/ui/scripted-form.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "Your space", path: "/place", isHidden: true });

/** The page of a visitor's mailed link. The secret is in the fragment, so the page is the same for everyone. */
export default function PlacePage() {
  return (
    <Page width="text">
      <NeedsScripts />
      <PlacePanel />
    </Page>
  );
}
