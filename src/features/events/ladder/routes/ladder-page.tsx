import type { Route } from "./+types/ladder-page";
import { LadderDesk } from "#src/features/events/ladder/components/ladder-desk.tsx";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { Page } from "#src/ui/page.tsx";
import { PageHeader } from "#src/ui/page-header.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "Ladder", path: "/ladder", isHidden: true });

export default function LadderPage() {
  return (
    <Page needsScripts>
      <PageHeader title="Ladder" lead="From the scores of our court boards." />
      <LadderDesk />
    </Page>
  );
}
