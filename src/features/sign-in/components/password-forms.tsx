import { postAuth } from "#src/features/sign-in/auth-calls.ts";
import { CodeField, EmailField, PasswordField } from "#src/features/identity/components/auth-fields.tsx";
import { AuthForm } from "#src/features/sign-in/components/auth-form.tsx";
import type { FormProps } from "#src/features/sign-in/components/form-props.ts";
import { refusalFaults } from "#src/features/identity/components/use-auth-form.ts";
import { useResend } from "#src/features/sign-in/components/use-resend.ts";
import { PASSWORD_CHANGED } from "#src/features/sign-in/messages.ts";
import { PASSWORD_HINT, VERIFICATION_FAILED } from "#src/features/identity/messages.ts";
import { forgotFaults, passwordChangeFaults, resetFaults } from "#src/features/identity/rules.ts";
import { TextButton } from "#src/ui/text-button.tsx";

export function ForgotForm({ email, notice, go }: FormProps) {
  async function send(values: { email: string }) {
    const answer = await postAuth("forgot-password", values, VERIFICATION_FAILED);
    if (!answer.ok) return refusalFaults(answer);
    go("reset", { email: values.email });
    return null;
  }
  return (
    <AuthForm
      title="Forgot your password?"
      lead="Tell us your address, and we mail you a code for another one."
      notice={notice}
      names={["email"]}
      check={forgotFaults}
      send={send}
      action={["Send the code", "Sending…"]}
      ways={<TextButton onClick={() => go("sign-in")}>Back to sign in</TextButton>}
    >
      <EmailField defaultValue={email} />
    </AuthForm>
  );
}

/** Sets a new password, with the mailed code or with the mailed link that led here. */
export function ResetForm({ email, resetLink, notice, go }: FormProps) {
  const { said, sent, resend } = useResend("forgot-password", () => ({ email }));
  async function send({ code, password }: { code: string; password: string }) {
    const answer = await postAuth("reset-password", { email, code: resetLink ?? code, password }, VERIFICATION_FAILED);
    if (!answer.ok) return refusalFaults(answer);
    go("sign-in", { email, notice: PASSWORD_CHANGED });
    return null;
  }
  return (
    <AuthForm
      title="Choose another password"
      lead={
        resetLink === undefined ? (
          <>
            If <strong>{email}</strong> has an account, a code is in its mail.
          </>
        ) : (
          <>
            For <strong>{email}</strong>.
          </>
        )
      }
      notice={said ?? notice}
      names={["code", "password", "again"]}
      check={resetLink === undefined ? resetFaults : passwordChangeFaults}
      send={send}
      action={["Change password", "Changing…"]}
      ways={
        <>
          {resetLink === undefined && <TextButton onClick={() => void resend()}>Send another code</TextButton>}
          <TextButton onClick={() => go("sign-in")}>Back to sign in</TextButton>
        </>
      }
    >
      {/* Tells password managers which account the password belongs to. */}
      <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
      {resetLink === undefined && <CodeField key={sent} />}
      <PasswordField name="password" label="New password" kind="new" hint={`Use ${PASSWORD_HINT}.`} />
      <PasswordField name="again" label="New password again" kind="new" />
    </AuthForm>
  );
}
