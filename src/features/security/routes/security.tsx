import { Link } from "react-router";
import type { Route } from "./+types/security";
import { SecuritySections, SecuritySkeleton } from "#src/features/security/components/security-sections.tsx";
import { useMemberEntry } from "#src/features/identity/components/use-member-entry.ts";
import styles from "#src/features/security/components/security.module.css";
import { roleOfIdToken } from "#src/features/identity/id-token.ts";
import { useIdToken } from "#src/features/identity/session.ts";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { ButtonLink } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { Page } from "#src/ui/page.tsx";
import { PageHeader } from "#src/ui/page-header.tsx";

const TITLE = "Sign-in & security";
const PATH = "/account/security";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: TITLE, path: PATH, isHidden: true });

/** Back to the page that linked here. */
function Back() {
  const token = useIdToken();
  const isOrganizer = token !== null && roleOfIdToken(token) === "admin";
  return isOrganizer ? (
    <Link to="/admin?tab=account">Back to the console</Link>
  ) : (
    <Link to="/dashboard?tab=account">Back to your account</Link>
  );
}

export default function SecurityPage() {
  const entry = useMemberEntry();
  if (entry === "left")
    return (
      <Page>
        <EmptyState level={1} picture="joined" title="You are signed out" text="Sign in again to see your account.">
          <ButtonLink to={`/login?next=${PATH}`}>Sign in</ButtonLink>
        </EmptyState>
      </Page>
    );
  if (entry === "unreachable")
    return (
      <Page>
        <EmptyState level={1} picture="offline" title="We could not reach the site" text="You may still be signed in.">
          <ButtonLink to={PATH} reloadDocument>
            Try again
          </ButtonLink>
        </EmptyState>
      </Page>
    );
  return (
    <Page needsScripts>
      <PageHeader title={TITLE} lead="How you prove that it is you, and where you are signed in." />
      <p className={styles.back}>{entry === "in" && <Back />}</p>
      {entry === "in" ? <SecuritySections /> : <SecuritySkeleton />}
    </Page>
  );
}
