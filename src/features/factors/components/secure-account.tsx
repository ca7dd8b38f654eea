import IconDeviceMobile from "@tabler/icons-react/dist/esm/icons/IconDeviceMobile.mjs";
import IconFingerprint from "@tabler/icons-react/dist/esm/icons/IconFingerprint.mjs";
import { useEffect, useRef, useState } from "react";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";
import { AuthenticatorSetupForm } from "#src/features/factors/components/authenticator-setup.tsx";
import { canUsePasskeys } from "#src/features/factors/components/ceremonies.ts";
import { FACTORS } from "#src/features/factors/components/factor-calls.ts";
import styles from "#src/features/factors/components/factors.module.css";
import { askForProof } from "#src/features/identity/proof-requests.ts";
import { RecoveryCodesPanel } from "#src/features/factors/components/recovery-codes-panel.tsx";
import { useAdding } from "#src/features/factors/components/use-adding.ts";
import type { Factors } from "#src/features/factors/schema.ts";
import { Button } from "#src/ui/button-link.tsx";
import { FailureNotice, Notice } from "#src/ui/notice.tsx";

type Adding = ReturnType<typeof useAdding>;

function Choices({ adding, withPasskeys }: { adding: Adding; withPasskeys: boolean }) {
  const { busy, failure, addPasskey, beginAuthenticator } = adding;
  return (
    <>
      <FailureNotice words={failure} />
      <div className={styles.choices}>
        {withPasskeys && (
          <section className={styles.choice} aria-labelledby="choice-passkey">
            <h2 id="choice-passkey" className={styles.choiceTitle}>
              <IconFingerprint size={26} stroke={1.75} aria-hidden /> Passkey
            </h2>
            <p>Use your fingerprint, face, or screen lock. Nothing to type, and it can’t be phished. Recommended.</p>
            <Button aria-disabled={busy !== null || undefined} onClick={() => void addPasskey()}>
              {busy === "passkey" ? "Waiting for your device…" : "Add a passkey"}
            </Button>
          </section>
        )}
        <section className={styles.choice} aria-labelledby="choice-app">
          <h2 id="choice-app" className={styles.choiceTitle}>
            <IconDeviceMobile size={26} stroke={1.75} aria-hidden /> Authenticator app
          </h2>
          <p>Use a six-digit code from an app such as Google Authenticator, 1Password, or Aegis.</p>
          <Button
            variant={withPasskeys ? "quiet" : "primary"}
            aria-disabled={busy !== null || undefined}
            onClick={() => void beginAuthenticator()}
          >
            {busy === "authenticator" ? "Getting a code…" : "Set up an app"}
          </Button>
        </section>
      </div>
    </>
  );
}

/** For an account with a second factor that this session has not used yet. */
function ConfirmFirst({ onSecured }: { onSecured: () => void }) {
  return (
    <>
      <p>The console holds everyone’s details, so it asks for your second step. This device hasn’t given it yet.</p>
      <div className={styles.actions}>
        <Button onClick={() => void askForProof().then((isProved) => isProved && onSecured())}>Confirm it’s me</Button>
      </div>
    </>
  );
}

function Body({ adding, onSecured }: { adding: Adding; onSecured: () => void }) {
  const { setup, codes, take, cancelSetup } = adding;
  if (codes !== null) return <RecoveryCodesPanel codes={codes} onSaved={onSecured} />;
  if (setup !== null) return <AuthenticatorSetupForm setup={setup} onDone={take} onCancel={cancelSetup} />;
  return (
    <>
      <p>
        The console holds everyone’s phone numbers and emails. A second step keeps them safe even if someone learns your
        password. It takes about two minutes.
      </p>
      <Choices adding={adding} withPasskeys={canUsePasskeys()} />
    </>
  );
}

/** Guides an organizer through the second factor before the console opens. */
export function SecureAccount({ onSecured }: { onSecured: () => void }) {
  const { value: factors, failure, retry, set } = useLoaded<Factors>(FACTORS);
  const adding = useAdding(set);
  const heading = useRef<HTMLHeadingElement>(null);
  // The choice between the two must not change while a factor is being added.
  const [isNew, setIsNew] = useState<boolean | null>(null);
  const isFirst = factors && factors.passkeys.length === 0 && factors.authenticator === null;
  if (isNew === null && isFirst !== null) setIsNew(isFirst);
  const stage = adding.codes ? "codes" : adding.setup ? "setup" : "start";
  useEffect(() => heading.current?.focus(), [stage]);
  return (
    <div className={styles.setup}>
      <h1 ref={heading} className={styles.title} tabIndex={-1}>
        {stage === "codes" ? "Save your recovery codes" : "Secure your account"}
      </h1>
      {failure !== null && (
        <Notice kind="error">
          <p>{failure.message}</p>
          <Button onClick={retry}>Try again</Button>
        </Notice>
      )}
      {failure === null && isNew === null && <div className={styles.waiting} role="status" aria-label="Loading" />}
      {isNew === false && stage === "start" && <ConfirmFirst onSecured={onSecured} />}
      {(isNew === true || stage !== "start") && <Body adding={adding} onSecured={onSecured} />}
    </div>
  );
}
