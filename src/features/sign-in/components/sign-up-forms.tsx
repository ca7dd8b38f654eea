import { keepSignUp, meantSignUp, postAuth } from "#src/features/sign-in/auth-calls.ts";
import {
  AgreementField,
  CodeField,
  EmailField,
  NameFields,
  PasswordField,
} from "#src/features/identity/components/auth-fields.tsx";
import { AuthForm } from "#src/features/sign-in/components/auth-form.tsx";
import type { FormProps } from "#src/features/sign-in/components/form-props.ts";
import { refusalFaults } from "#src/features/identity/components/use-auth-form.ts";
import { useResend } from "#src/features/sign-in/components/use-resend.ts";
import { ADDRESS_CONFIRMED, REGISTRATION_FAILED } from "#src/features/sign-in/messages.ts";
import { PASSWORD_HINT, VERIFICATION_FAILED } from "#src/features/identity/messages.ts";
import { confirmFaults, signUpFaults } from "#src/features/identity/rules.ts";
import { TextButton } from "#src/ui/text-button.tsx";

const SIGN_UP_FIELDS = ["firstName", "lastName", "email", "password", "again", "agreedTerms"] as const;

export function SignUpForm({ email, notice, go }: FormProps) {
  async function send({ again: _again, ...body }: Record<(typeof SIGN_UP_FIELDS)[number], string>) {
    const answer = await postAuth<{ signUpId: string }>("sign-up", body, REGISTRATION_FAILED);
    if (!answer.ok) return refusalFaults(answer);
    keepSignUp({ email: body.email, signUpId: answer.value.signUpId });
    go("confirm", { email: body.email });
    return null;
  }
  return (
    <AuthForm
      title="Create your account"
      notice={notice}
      names={SIGN_UP_FIELDS}
      check={signUpFaults}
      send={send}
      action={["Sign up", "Signing up…"]}
      ways={<TextButton onClick={() => go("sign-in")}>I have an account</TextButton>}
    >
      <NameFields />
      <EmailField defaultValue={email} />
      <PasswordField name="password" label="Password" kind="new" hint={`Use ${PASSWORD_HINT}.`} />
      <PasswordField name="again" label="Password again" kind="new" />
      <AgreementField />
    </AuthForm>
  );
}

export function ConfirmForm({ email, notice, go }: FormProps) {
  const { said, sent, resend } = useResend("resend-code", () => meantSignUp(email));
  async function send({ code }: { code: string }) {
    const answer = await postAuth("confirm", { ...meantSignUp(email), code }, VERIFICATION_FAILED);
    if (!answer.ok) return refusalFaults(answer);
    keepSignUp(null);
    go("sign-in", { email, notice: ADDRESS_CONFIRMED });
    return null;
  }
  return (
    <AuthForm
      title="Check your email"
      lead={
        <>
          We wrote to <strong>{email}</strong>. Enter the code from that email. If this address already has an account,
          the email says so instead.
        </>
      }
      notice={said ?? notice}
      names={["code"]}
      check={confirmFaults}
      send={send}
      action={["Confirm", "Confirming…"]}
      ways={
        <>
          <TextButton onClick={() => void resend()}>Send another code</TextButton>
          <TextButton
            onClick={() => {
              keepSignUp(null);
              go("sign-up");
            }}
          >
            Use another address
          </TextButton>
          <TextButton onClick={() => go("sign-in")}>Sign in</TextButton>
        </>
      }
    >
      <CodeField key={sent} />
    </AuthForm>
  );
}
