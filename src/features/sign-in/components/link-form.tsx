import { useState } from "react";
import { postAuth } from "#src/features/sign-in/auth-calls.ts";
import { EmailField } from "#src/features/identity/components/auth-fields.tsx";
import { AuthForm } from "#src/features/sign-in/components/auth-form.tsx";
import styles from "#src/features/identity/components/auth.module.css";
import type { FormProps } from "#src/features/sign-in/components/form-props.ts";
import { refusalFaults } from "#src/features/identity/components/use-auth-form.ts";
import { VERIFICATION_FAILED } from "#src/features/identity/messages.ts";
import { forgotFaults } from "#src/features/identity/rules.ts";
import { TextButton } from "#src/ui/text-button.tsx";

type Asked = { readonly email: string; readonly number: string };

/** Confirms that the link was sent; the number opens it on another device. */
function LinkSent({ email, number, onBack }: Asked & { onBack: () => void }) {
  return (
    <div className={styles.form}>
      <div className={styles.head} role="status">
        <h1 className={styles.title}>Check your email</h1>
        <p className={styles.lead}>
          If <strong>{email}</strong> has an account, a sign-in link is on its way. Open it in this browser within 10
          minutes.
        </p>
      </div>
      <p>Opening it on another device? It will ask for this number:</p>
      <p className={styles.number}>{`${number.slice(0, 3)} ${number.slice(3)}`}</p>
      <div className={styles.ways}>
        <TextButton onClick={onBack}>Back to sign in</TextButton>
      </div>
    </div>
  );
}

/** Requests a sign-in link by mail. */
export function LinkForm({ email, notice, go }: FormProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  async function send(values: { email: string }) {
    const answer = await postAuth<{ number: string }>("link", values, VERIFICATION_FAILED);
    if (!answer.ok) return refusalFaults(answer);
    setAsked({ email: values.email, number: answer.value.number });
    return null;
  }
  if (asked) return <LinkSent {...asked} onBack={() => go("sign-in", { email: asked.email })} />;
  return (
    <AuthForm
      title="Email me a sign-in link"
      lead="We’ll email you a link that signs you in without your password."
      notice={notice}
      names={["email"]}
      check={forgotFaults}
      send={send}
      action={["Send the link", "Sending…"]}
      ways={<TextButton onClick={() => go("sign-in")}>Back to sign in</TextButton>}
    >
      <EmailField defaultValue={email} />
    </AuthForm>
  );
}
