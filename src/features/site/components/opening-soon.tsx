import { ButtonLink } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { Page } from "#src/ui/page.tsx";

/** An address that the navigation names and that is not built yet: says so, and leads on. */
export function OpeningSoon({ name }: { name: string }) {
  return (
    <Page width="text">
      <EmptyState
        level={1}
        picture="empty-events"
        title={`${name} opens soon`}
        text="We are still building this page. Meanwhile you can look at the events and ask to join."
      >
        <ButtonLink to="/join">Join</ButtonLink>
        <ButtonLink to="/events" variant="quiet">
          See events
        </ButtonLink>
        <ButtonLink to="/" variant="quiet">
          Home
        </ButtonLink>
      </EmptyState>
    </Page>
  );
}
