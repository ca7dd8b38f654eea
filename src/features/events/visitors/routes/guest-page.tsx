import type { Route } from "./+types/guest-page";
import { GuestPanel } from "#src/features/events/visitors/components/guest-panel.tsx";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { Page } from "#src/ui/page.tsx";
import { NeedsScripts } from "#src/ui/scripted-form.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "You are invited along", path: "/guest", isHidden: true });

/** The page of a guest's link. The secret is in the fragment, so the page is the same for everyone. */
export default function GuestPage() {
  return (
    <Page width="text">
      <NeedsScripts />
      <GuestPanel />
    </Page>
  );
}
