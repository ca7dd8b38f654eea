import { ButtonLink } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { Page } from "#src/ui/page.tsx";

export function NotFound() {
  return (
    <Page width="text">
      <EmptyState
        level={1}
        picture="not-found"
        title="This page is not here"
        text="The page may have moved, or the address has a typo."
      >
        <ButtonLink to="/events">See events</ButtonLink>
        <ButtonLink to="/" variant="quiet">
          Home
        </ButtonLink>
      </EmptyState>
    </Page>
  );
}
