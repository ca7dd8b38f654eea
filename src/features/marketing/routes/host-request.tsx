import type { Route } from "./+types/host-request";
import { HostRequestForm } from "#src/features/marketing/components/host-request-form.tsx";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { BesidePicture } from "#src/ui/beside-picture.tsx";
import { Breadcrumb } from "#src/ui/breadcrumb.tsx";
import { Page } from "#src/ui/page.tsx";
import { PageHeader } from "#src/ui/page-header.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Ask to host",
    description: "Tell the organizers what you would like to host, where and when.",
    path: "/host-request",
  });

const TRAIL = [
  { label: "Home", to: "/" },
  { label: "Host an event", to: "/host" },
];

export default function HostRequest() {
  return (
    <Page>
      <BesidePicture picture="game-night">
        <Breadcrumb trail={TRAIL} current="Ask to host" />
        <PageHeader
          title="Ask to host"
          lead="A sentence or two will do. An organizer writes back and helps with the rest."
        />
        <HostRequestForm />
      </BesidePicture>
    </Page>
  );
}
