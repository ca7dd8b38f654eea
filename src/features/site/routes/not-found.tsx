import { data } from "react-router";
import type { Route } from "./+types/not-found";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { ButtonLink } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { Page } from "#src/ui/page.tsx";

export function loader() {
  return data(null, { status: 404 });
}

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches, { title: "Page not found", path: location.pathname, isHidden: true });

export default function NotFoundPage() {
  return (
    <Page width="text">
      <EmptyState
        level={1}
        picture="not-found"
        title="This page is not here"
        text="The tide took it, or the address has a typo."
      >
        <ButtonLink to="/events">See events</ButtonLink>
        <ButtonLink to="/" variant="quiet">
          Home
        </ButtonLink>
      </EmptyState>
    </Page>
  );
}
