import { Link, useNavigate } from "react-router";
import styles from "#src/features/console/components/console.module.css";
import { CONSOLE_TITLE } from "#src/features/console/messages.ts";
import { loginFaults } from "#src/features/console/components/login-faults.ts";
import { SignInForm } from "#src/features/sign-in/components/sign-in-form.tsx";
import { storeIdToken } from "#src/features/identity/session.ts";

function keep(idToken: string): boolean {
  try {
    storeIdToken(idToken);
    return true;
  } catch {
    return false;
  }
}

const SIGN_IN_PAGE = "/login?next=/admin";

/** The console's sign-in form. Codes and forgotten passwords are handled by the sign-in page. */
export function ConsoleLogin({ notice }: { notice: string | null }) {
  const navigate = useNavigate();
  return (
    <div className={styles.login}>
      <SignInForm
        title={CONSOLE_TITLE}
        lead="For the group’s organizers."
        email=""
        notice={notice}
        check={loginFaults}
        go={() => void navigate(SIGN_IN_PAGE)}
        onTokens={keep}
        ways={<Link to={SIGN_IN_PAGE}>Forgot your password, or no account?</Link>}
      />
    </div>
  );
}
