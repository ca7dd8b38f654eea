import { useLocation } from "react-router";
import { ButtonLink } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { Page } from "#src/ui/page.tsx";

/** The sentence of an expected failure that a loader threw as data; undefined for a surprise, which has no words. */
export function failureMessage(data: unknown): string | undefined {
  if (typeof data !== "object" || data === null || !("message" in data)) return undefined;
  return typeof data.message === "string" ? data.message : undefined;
}

type FailurePageProps = {
  /** What a loader threw as data, if it did. */
  error: unknown;
  title?: string;
};

/** Something failed: what happened, what is safe, what to do. */
export function FailurePage({ error, title = "This page did not load" }: FailurePageProps) {
  const { pathname, search } = useLocation();
  return (
    <Page width="text">
      <EmptyState
        level={1}
        picture="offline"
        title={title}
        text={`${failureMessage(error) ?? "Something went wrong on our side."} Whatever you sent before is safe.`}
      >
        <ButtonLink to={pathname + search} reloadDocument>
          Try again
        </ButtonLink>
        <ButtonLink to="/events" variant="quiet">
          See events
        </ButtonLink>
      </EmptyState>
    </Page>
  );
}
