import type { Route } from "./+types/sign-in-link";
import { SignInLink } from "#src/features/sign-in/components/sign-in-link.tsx";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { Page } from "#src/ui/page.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "Sign in", path: "/login/link", isHidden: true });

export default function SignInLinkPage() {
  return (
    <Page needsScripts>
      <SignInLink />
    </Page>
  );
}
