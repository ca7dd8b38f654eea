import type { Route } from "./+types/setup-page";
import { appContext } from "#src/context/app-context.ts";
import { SetupForm } from "#src/features/setup/components/setup-form.tsx";
import { SETUP_DONE } from "#src/features/setup/messages.ts";
import { isSetupOpen } from "#src/features/setup/queries.server.ts";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { BesidePicture } from "#src/ui/beside-picture.tsx";
import { ButtonLink } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { Page } from "#src/ui/page.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  return { isOpen: await isSetupOpen(context.get(appContext)) };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "Set up your group", path: "/setup", isHidden: true });

export default function SetupPage({ loaderData: { isOpen } }: Route.ComponentProps) {
  if (isOpen)
    return (
      <Page needsScripts>
        <BesidePicture picture="photo-pier-group">
          <SetupForm />
        </BesidePicture>
      </Page>
    );
  return (
    <Page>
      <EmptyState picture="joined" level={1} title="This site is set up" text={SETUP_DONE}>
        <ButtonLink to="/admin">Sign in as an organizer</ButtonLink>
      </EmptyState>
    </Page>
  );
}
