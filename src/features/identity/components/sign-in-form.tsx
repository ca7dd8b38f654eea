import { postAuth } from "#src/features/identity/auth-calls.ts";
import { EmailField, PasswordField } from "#src/features/identity/components/auth-fields.tsx";
import { AuthForm, Way } from "#src/features/identity/components/auth-form.tsx";
import type { FormProps } from "#src/features/identity/components/login-screen.tsx";
import { refusalFaults } from "#src/features/identity/components/use-auth-form.ts";
import { AUTHENTICATION_FAILED, NOT_CONFIRMED, STORAGE_CLOSED } from "#src/features/identity/messages.ts";
import { signInFaults } from "#src/features/identity/rules.ts";
import type { SessionTokens } from "#src/features/identity/schema.ts";

type SignInFormProps = FormProps & {
  /** False when the token cannot be kept. */
  onTokens: (idToken: string) => boolean;
};

export function SignInForm({ email, notice, go, onTokens }: SignInFormProps) {
  async function send(values: { email: string; password: string }) {
    const answer = await postAuth<SessionTokens>("sign-in", values, AUTHENTICATION_FAILED);
    if (answer.ok) return onTokens(answer.value.idToken) ? null : { summary: STORAGE_CLOSED, fields: {} };
    if (answer.message !== NOT_CONFIRMED) return refusalFaults(answer);
    go("confirm", { email: values.email, notice: NOT_CONFIRMED });
    return null;
  }
  return (
    <AuthForm
      title="Sign in"
      notice={notice}
      names={["email", "password"]}
      check={signInFaults}
      send={send}
      action={["Sign in", "Signing in…"]}
      ways={
        <>
          <Way onClick={() => go("sign-up")}>Create an account</Way>
          <Way onClick={() => go("forgot")}>Forgot your password?</Way>
        </>
      }
    >
      <EmailField defaultValue={email} />
      <PasswordField name="password" label="Password" kind="current" />
    </AuthForm>
  );
}
