import { useEffect, useRef, useState } from "react";
import { postAuth } from "#src/features/sign-in/auth-calls.ts";
import { TextField } from "#src/features/identity/components/auth-fields.tsx";
import { AuthForm } from "#src/features/sign-in/components/auth-form.tsx";
import { refusalFaults } from "#src/features/identity/components/use-auth-form.ts";
import { canUsePasskeys, signWithPasskey } from "#src/features/factors/components/ceremonies.ts";
import { PROOF_FAILED } from "#src/features/factors/messages.ts";
import { SECOND_FACTOR_REQUIRED, STORAGE_CLOSED } from "#src/features/sign-in/messages.ts";
import type { MemberAnswer, SecondStep } from "#src/features/identity/member-fetch.ts";
import type { Faults } from "#src/features/identity/rules.ts";
import type { SessionTokens } from "#src/features/sign-in/schema.ts";
import type { SecondFactor } from "#src/shared/security.ts";
import { TextButton } from "#src/ui/text-button.tsx";

type FormProps = {
  step: SecondStep;
  /** False when the token cannot be kept. */
  onTokens: (idToken: string) => boolean;
  onBack: () => void;
};

/** Signs the browser's challenge for this sign-in with a passkey. */
async function passkeyAnswer(ticket: string): Promise<MemberAnswer<unknown>> {
  const options = await postAuth<object>("second-factor/passkey", { ticket }, PROOF_FAILED);
  return options.ok ? signWithPasskey(options.value) : options;
}

function codeFaults(missing: string) {
  return ({ code }: { code: string }): Faults | null =>
    code.trim() === "" ? { summary: null, fields: { code: missing } } : null;
}

const WAYS: Readonly<Record<SecondFactor, string>> = {
  passkey: "Use a passkey",
  totp: "Use my authenticator app",
  recovery_code: "Use a recovery code",
};

const LEADS: Readonly<Record<SecondFactor, string>> = {
  passkey: "Confirm with your fingerprint, face, or screen lock.",
  totp: "Enter the code your authenticator app shows now.",
  recovery_code: "Enter one of the recovery codes you saved. Each works once.",
};

function Field({ method }: { method: SecondFactor }) {
  if (method === "passkey") return null;
  if (method === "totp")
    return (
      <TextField
        name="code"
        label="Code from your app"
        inputMode="numeric"
        autoComplete="one-time-code"
        hint="Six digits, new every 30 seconds."
      />
    );
  return <TextField name="code" label="Recovery code" autoComplete="off" autoCapitalize="characters" />;
}

/** The second step of a sign-in: a passkey, a code of the authenticator app, or a recovery code. */
export function SecondFactorForm({ step: { ticket, methods }, onTokens, onBack }: FormProps) {
  const offered = methods.filter((method) => method !== "passkey" || canUsePasskeys());
  const [method, setMethod] = useState<SecondFactor>(offered[0] ?? "recovery_code");
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.querySelector<HTMLElement>("input, button[type=submit]")?.focus(), [method]);

  async function send({ code }: { code: string }): Promise<Faults | null> {
    const signed = method === "passkey" ? await passkeyAnswer(ticket) : null;
    if (signed && !signed.ok) return refusalFaults(signed);
    const body = { ticket, method, ...(signed ? { response: signed.value } : { code }) };
    const answer = await postAuth<SessionTokens>("second-factor", body, PROOF_FAILED);
    if (!answer.ok) return refusalFaults(answer);
    return onTokens(answer.value.idToken) ? null : { summary: STORAGE_CLOSED, fields: {} };
  }

  return (
    <div ref={panel}>
      <AuthForm
        key={method}
        title="One more step"
        lead={`${SECOND_FACTOR_REQUIRED} ${LEADS[method]}`}
        names={["code"]}
        check={method === "passkey" ? () => null : codeFaults("Enter the code.")}
        send={send}
        action={method === "passkey" ? ["Use my passkey", "Waiting for your passkey…"] : ["Sign in", "Signing in…"]}
        ways={
          <>
            {offered
              .filter((other) => other !== method)
              .map((other) => (
                <TextButton key={other} onClick={() => setMethod(other)}>
                  {WAYS[other]}
                </TextButton>
              ))}
            <TextButton onClick={onBack}>Back to sign in</TextButton>
          </>
        }
      >
        <Field method={method} />
      </AuthForm>
    </div>
  );
}
