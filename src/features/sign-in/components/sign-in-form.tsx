import { useState } from "react";
import { postAuth, rememberTyped } from "#src/features/sign-in/auth-calls.ts";
import { EmailField, PasswordField } from "#src/features/identity/components/auth-fields.tsx";
import { AuthForm } from "#src/features/sign-in/components/auth-form.tsx";
import type { FormProps } from "#src/features/sign-in/components/form-props.ts";
import { refusalFaults } from "#src/features/identity/components/use-auth-form.ts";
import { ProviderSignIn, useHasSignInLinks } from "#src/features/sign-in/components/other-sign-ins.tsx";
import { PasskeySignIn } from "#src/features/sign-in/components/passkey-sign-in.tsx";
import { SecondFactorForm } from "#src/features/sign-in/components/second-factor-form.tsx";
import type { SecondStep } from "#src/features/identity/member-fetch.ts";
import { AUTHENTICATION_FAILED, STORAGE_CLOSED } from "#src/features/sign-in/messages.ts";
import { signInFaults } from "#src/features/identity/rules.ts";
import type { SessionTokens } from "#src/features/sign-in/schema.ts";
import { TextButton } from "#src/ui/text-button.tsx";

type SignInFormProps = FormProps & {
  /** False when the token cannot be kept. */
  onTokens: (idToken: string) => boolean;
  title?: string;
  lead?: React.ReactNode;
  /** Client-side validation errors. */
  check?: typeof signInFaults;
  /** Links to other pages. */
  ways?: React.ReactNode;
};

export function SignInForm({
  email,
  notice,
  go,
  onTokens,
  title = "Sign in",
  lead,
  check = signInFaults,
  ways,
}: SignInFormProps) {
  const hasLinks = useHasSignInLinks();
  const [step, setStep] = useState<SecondStep | null>(null);
  async function send(values: { email: string; password: string }) {
    const answer = await postAuth<SessionTokens>("sign-in", values, AUTHENTICATION_FAILED);
    if (answer.ok) return onTokens(answer.value.idToken) ? null : { summary: STORAGE_CLOSED, fields: {} };
    if (answer.secondStep) {
      setStep(answer.secondStep);
      return null;
    }
    if (answer.reason !== "not_confirmed") return refusalFaults(answer);
    rememberTyped(values);
    go("confirm", { email: values.email, notice: answer.message });
    return null;
  }
  if (step) return <SecondFactorForm step={step} onTokens={onTokens} onBack={() => setStep(null)} />;
  return (
    <AuthForm
      title={title}
      lead={lead}
      notice={notice}
      names={["email", "password"]}
      check={check}
      send={send}
      action={["Sign in", "Signing in…"]}
      instead={
        <>
          <PasskeySignIn onTokens={onTokens} />
          <ProviderSignIn />
        </>
      }
      ways={
        ways ?? (
          <>
            <TextButton onClick={() => go("sign-up")}>Create an account</TextButton>
            {hasLinks && <TextButton onClick={() => go("link")}>Email me a sign-in link</TextButton>}
            <TextButton onClick={() => go("forgot")}>Forgot your password?</TextButton>
          </>
        )
      }
    >
      <EmailField defaultValue={email} />
      <PasswordField name="password" label="Password" kind="current" />
    </AuthForm>
  );
}
