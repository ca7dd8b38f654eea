import type { Route } from "./+types/write-page";
import { WriteToGuests } from "#src/features/events/host-messages/components/write-to-guests.tsx";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { BesidePicture } from "#src/ui/beside-picture.tsx";
import { Page } from "#src/ui/page.tsx";

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches, { title: "Write to guests", path: location.pathname, isHidden: true });

export default function WritePage({ params }: Route.ComponentProps) {
  return (
    <Page needsScripts>
      <BesidePicture picture="game-night">
        <WriteToGuests key={params.eventId} eventId={params.eventId} />
      </BesidePicture>
    </Page>
  );
}
