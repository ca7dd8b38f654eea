import type { Route } from "./+types/report";
import { ReportForm } from "#src/features/reports/components/report-form.tsx";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { BesidePicture } from "#src/ui/beside-picture.tsx";
import { Page } from "#src/ui/page.tsx";
import { PageHeader } from "#src/ui/page-header.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Report a problem",
    description:
      "Did someone make you feel unsafe? Tell the organizers about a person, an event, a message, or a photo.",
    path: "/report",
  });

export default function Report() {
  return (
    <Page>
      <BesidePicture picture="art-walk">
        <PageHeader
          title="Report a problem"
          lead="Tell the organizers about a person, an event, a message, or a photo. You need no account, and you can stay anonymous. In danger, call 911 first."
        />
        <ReportForm />
      </BesidePicture>
    </Page>
  );
}
