import type { Route } from "./+types/login";
import { LoginScreen } from "#src/features/sign-in/components/login-screen.tsx";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { BesidePicture } from "#src/ui/beside-picture.tsx";
import { Page } from "#src/ui/page.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Login",
    description: "Sign in for your events, your chats and your account, or create one.",
    path: "/login",
  });

export default function LoginPage() {
  return (
    <Page>
      <BesidePicture picture="pier-sunrise">
        <LoginScreen />
      </BesidePicture>
    </Page>
  );
}
