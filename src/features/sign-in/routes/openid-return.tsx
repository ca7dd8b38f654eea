import type { Route } from "./+types/openid-return";
import { OpenIdReturn } from "#src/features/sign-in/components/openid-return.tsx";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { Page } from "#src/ui/page.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "Signing in", path: "/login/openid", isHidden: true });

export default function OpenIdReturnPage() {
  return (
    <Page needsScripts>
      <OpenIdReturn />
    </Page>
  );
}
