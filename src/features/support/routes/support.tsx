import { Link } from "react-router";
import type { Route } from "./+types/support";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { SupportForm } from "#src/features/support/components/support-form.tsx";
import { BesidePicture } from "#src/ui/beside-picture.tsx";
import { Page } from "#src/ui/page.tsx";
import { PageHeader } from "#src/ui/page-header.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Support",
    description: "Something does not work, or you have a question that no page answers? Write to the organizers.",
    path: "/support",
  });

export default function Support() {
  return (
    <Page>
      <BesidePicture picture="art-walk">
        <PageHeader
          title="Support"
          lead={
            <>
              Locked out, lost a link, left a towel at the courts? Tell us. To stop our emails,{" "}
              <Link to="/unsubscribe">unsubscribe</Link> is quicker. About a person, a message, or a photo,{" "}
              <Link to="/report">send a report</Link>.
            </>
          }
        />
        <SupportForm />
      </BesidePicture>
    </Page>
  );
}
