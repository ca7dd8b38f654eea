import { useState } from "react";
import { postAuth } from "#src/features/sign-in/auth-calls.ts";
import { TextField } from "#src/features/identity/components/auth-fields.tsx";
import { AuthForm } from "#src/features/sign-in/components/auth-form.tsx";
import styles from "#src/features/identity/components/auth.module.css";
import { refusalFaults } from "#src/features/identity/components/use-auth-form.ts";
import { useWayOn } from "#src/features/sign-in/components/use-way-on.ts";
import { SecondFactorForm } from "#src/features/sign-in/components/second-factor-form.tsx";
import type { SecondStep } from "#src/features/identity/member-fetch.ts";
import { LINK_OVER, NUMBER_NEEDED, STORAGE_CLOSED } from "#src/features/sign-in/messages.ts";
import type { SessionTokens } from "#src/features/sign-in/schema.ts";
import { TextLink } from "#src/ui/text-button.tsx";

/** The page of a mailed link. A button, because link scanners must not consume it. */
export function SignInLink() {
  const onTokens = useWayOn();
  const [step, setStep] = useState<SecondStep | null>(null);
  const [isElsewhere, setIsElsewhere] = useState(false);

  async function send({ number }: { number: string }) {
    const body = { token: location.hash.slice(1), ...(isElsewhere && { number }) };
    const answer = await postAuth<SessionTokens>("link-sign-in", body, LINK_OVER);
    if (answer.ok) return onTokens(answer.value.idToken) ? null : { summary: STORAGE_CLOSED, fields: {} };
    if (answer.secondStep) {
      setStep(answer.secondStep);
      return null;
    }
    if (answer.fields?.["number"] === undefined) return refusalFaults(answer);
    const isFirst = !isElsewhere;
    setIsElsewhere(true);
    return isFirst ? null : { summary: null, fields: answer.fields };
  }

  return (
    <div className={styles.panel} data-live>
      {step ? (
        <SecondFactorForm step={step} onTokens={onTokens} onBack={() => setStep(null)} />
      ) : (
        <AuthForm
          title="Sign in"
          lead={isElsewhere ? "You asked for this link in another browser." : "One press, and you’re in."}
          names={["number"]}
          check={({ number }) =>
            isElsewhere && number.trim() === "" ? { summary: null, fields: { number: NUMBER_NEEDED } } : null
          }
          send={send}
          action={["Sign in", "Signing in…"]}
          ways={<TextLink to="/login">Sign in another way</TextLink>}
        >
          {isElsewhere && (
            <TextField
              name="number"
              label="Number"
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears to ask for exactly this
              autoFocus
              inputMode="numeric"
              autoComplete="one-time-code"
              hint="The six digits shown where you asked for the link."
            />
          )}
        </AuthForm>
      )}
    </div>
  );
}
