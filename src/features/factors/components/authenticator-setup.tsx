import { useId, useRef, useState } from "react";
import { confirmAuthenticator } from "#src/features/factors/components/factor-calls.ts";
import styles from "#src/features/factors/components/factors.module.css";
import { CODE_MISSING } from "#src/features/factors/messages.ts";
import type { AuthenticatorSetup, FactorsChanged } from "#src/features/factors/schema.ts";
import { CopyButton } from "#src/ui/copy-button.tsx";
import { TextField } from "#src/ui/field.tsx";
import { FormActions } from "#src/ui/form-actions.tsx";
import { QrCode } from "#src/ui/qr-code.tsx";

const grouped = (secret: string) => secret.match(/.{1,4}/g)?.join(" ") ?? secret;

function Scan({ setup }: { setup: AuthenticatorSetup }) {
  return (
    <li>
      <p>Open your authenticator app, add an account, and scan this code.</p>
      <QrCode {...setup.qr} label="QR code for your authenticator app" />
      <p className={styles.hint}>
        On the same phone, <a href={setup.uri}>open it in your app</a>. Or type this secret:
      </p>
      <p>
        <code className={styles.secret}>{grouped(setup.secret)}</code>
      </p>
      <CopyButton label="Copy secret" text={() => setup.secret} />
    </li>
  );
}

type SetupProps = {
  setup: AuthenticatorSetup;
  onDone: (changed: FactorsChanged) => void;
  onCancel: () => void;
};

/** Shows the secret to scan or type, and asks for the app's first code. */
export function AuthenticatorSetupForm({ setup, onDone, onCancel }: SetupProps) {
  const id = useId();
  const isUnderWay = useRef(false);
  const [code, setCode] = useState("");
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  function refuse(message: string): void {
    setError(message);
    document.getElementById(id)?.focus();
  }

  async function submit(): Promise<void> {
    if (isUnderWay.current) return;
    if (code.trim() === "") return refuse(CODE_MISSING);
    isUnderWay.current = true;
    setIsBusy(true);
    setError(undefined);
    const answer = await confirmAuthenticator(code);
    isUnderWay.current = false;
    setIsBusy(false);
    if (answer.ok) return onDone(answer.value);
    refuse(answer.fields?.["code"] ?? answer.message);
  }

  return (
    <form
      className={styles.stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <ol className={styles.steps}>
        <Scan setup={setup} />
        <li>
          <TextField
            id={id}
            label="Enter the code that your app shows"
            inputMode="numeric"
            autoComplete="one-time-code"
            spellCheck={false}
            value={code}
            error={error}
            onValue={setCode}
          />
        </li>
      </ol>
      <FormActions action={["Turn on the app", "Turning it on…"]} isBusy={isBusy} onCancel={onCancel} />
    </form>
  );
}
