import type { Route } from "./+types/login";
import { LoginScreen } from "#src/features/sign-in/components/login-screen.tsx";
import styles from "#src/features/identity/components/auth.module.css";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { Page } from "#src/ui/page.tsx";
import { Picture } from "#src/ui/picture.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Login",
    description: "Sign in for your events, your chats and your account, or create one.",
    path: "/login",
  });

export default function LoginPage() {
  return (
    <Page>
      <div className={styles.columns}>
        <LoginScreen />
        <div className={styles.side} aria-hidden>
          <Picture name="pier-sunrise" sizes="40rem" alt="" className={styles.picture} />
        </div>
      </div>
    </Page>
  );
}
