import { useState } from "react";
import { LoadedList } from "#src/features/identity/components/loaded-list.tsx";
import { Section } from "#src/ui/section.tsx";
import { type Loaded, useLoaded } from "#src/features/identity/components/use-loaded.ts";
import { AuthenticatorSetupForm } from "#src/features/factors/components/authenticator-setup.tsx";
import { canUsePasskeys } from "#src/features/factors/components/ceremonies.ts";
import { FACTORS, makeRecoveryCodes, removeAuthenticator } from "#src/features/factors/components/factor-calls.ts";
import styles from "#src/features/factors/components/factors.module.css";
import { PasskeyList } from "#src/features/factors/components/passkey-list.tsx";
import { RecoveryCodesPanel } from "#src/features/factors/components/recovery-codes-panel.tsx";
import { RemoveDialog } from "#src/features/factors/components/remove-dialog.tsx";
import { useAdding } from "#src/features/factors/components/use-adding.ts";
import { LAST_FACTOR_GOES } from "#src/features/factors/messages.ts";
import type { Factors, FactorsChanged } from "#src/features/factors/schema.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { useMoments } from "#src/ui/moments.ts";

type Adding = ReturnType<typeof useAdding>;
type PartProps = { factors: Factors; adding: Adding; onChanged: (factors: Factors) => void };

function Passkeys({ factors, adding, onChanged }: PartProps) {
  const { busy, addPasskey } = adding;
  return (
    <div className={styles.part}>
      <h3 className={styles.partTitle}>Passkeys</h3>
      <p className={styles.hint}>
        Sign in with your fingerprint, face, or screen lock instead of a password. With a passkey here, your password
        alone no longer signs you in: it asks for the passkey, too.
      </p>
      <PasskeyList passkeys={factors.passkeys} hasApp={factors.authenticator !== null} onChanged={onChanged} />
      {factors.canAddPasskeys && canUsePasskeys() ? (
        <div className={styles.actions}>
          <Button variant="quiet" aria-disabled={busy !== null || undefined} onClick={() => void addPasskey()}>
            {busy === "passkey" ? "Waiting for your device…" : "Add a passkey"}
          </Button>
        </div>
      ) : (
        <p className={styles.hint}>Passkeys can’t be added here: this browser or address doesn’t support them.</p>
      )}
    </div>
  );
}

function Authenticator({ factors, adding, onChanged }: PartProps) {
  const { dayWords } = useMoments();
  const [isRemoving, setIsRemoving] = useState(false);
  const { authenticator } = factors;
  const { busy, beginAuthenticator } = adding;
  return (
    <div className={styles.part}>
      <h3 className={styles.partTitle}>Authenticator app</h3>
      <p className={styles.hint}>
        {authenticator
          ? `On since ${dayWords(authenticator.addedAt)}. After your password, sign-in asks for a code from your app.`
          : "After your password, sign-in asks for a six-digit code from an app on your phone."}
      </p>
      <div className={styles.actions}>
        <Button variant="quiet" aria-disabled={busy !== null || undefined} onClick={() => void beginAuthenticator()}>
          {busy === "authenticator" ? "Getting a code…" : authenticator ? "Move to another app" : "Set up an app"}
        </Button>
        {authenticator && (
          <Button variant="quiet" className={styles.danger ?? ""} onClick={() => setIsRemoving(true)}>
            Remove the app
          </Button>
        )}
      </div>
      {isRemoving && (
        <RemoveDialog
          title="Remove the authenticator app"
          text={`Its codes stop working here. You can set up an app again at any time.${factors.passkeys.length === 0 ? ` ${LAST_FACTOR_GOES}` : ""}`}
          action={["Remove the app", "Removing…"]}
          send={removeAuthenticator}
          onClose={() => setIsRemoving(false)}
          onDone={onChanged}
        />
      )}
    </div>
  );
}

type RecoveryProps = { factors: Factors; onMade: (changed: FactorsChanged) => void };

function RecoveryCodes({ factors, onMade }: RecoveryProps) {
  const { dayWords } = useMoments();
  const [isReplacing, setIsReplacing] = useState(false);
  const { recoveryCodes } = factors;
  if (!recoveryCodes) return null;
  return (
    <div className={styles.part}>
      <h3 className={styles.partTitle}>Recovery codes</h3>
      <p className={styles.hint}>
        {`${recoveryCodes.left} left of those you made on ${dayWords(recoveryCodes.madeAt)}. Each works once, together with your password, when your devices are lost.`}
      </p>
      <div className={styles.actions}>
        <Button variant="quiet" onClick={() => setIsReplacing(true)}>
          Make new codes
        </Button>
      </div>
      {isReplacing && (
        <RemoveDialog
          title="Make new recovery codes"
          text="The codes you have now stop working at once."
          action={["Make new codes", "Making codes…"]}
          send={makeRecoveryCodes}
          onClose={() => setIsReplacing(false)}
          onDone={onMade}
        />
      )}
    </div>
  );
}

function Methods({ loaded }: { loaded: Loaded<Factors> }) {
  const adding = useAdding(loaded.set);
  return (
    <LoadedList loaded={loaded}>
      {(factors) => (
        <div className={styles.parts}>
          <div role="alert">{adding.failure !== null && <p className={styles.fault}>{adding.failure}</p>}</div>
          <Passkeys factors={factors} adding={adding} onChanged={loaded.set} />
          <Authenticator factors={factors} adding={adding} onChanged={loaded.set} />
          <RecoveryCodes factors={factors} onMade={adding.take} />
          {adding.setup && (
            <Dialog title="Set up your authenticator app" hasAnswers={false} onClose={adding.cancelSetup}>
              <AuthenticatorSetupForm setup={adding.setup} onDone={adding.take} onCancel={adding.cancelSetup} />
            </Dialog>
          )}
          {adding.codes && (
            // The codes are never shown again, so a stray click must not close the dialog.
            <Dialog title="Save your recovery codes" hasCross={false} onClose={adding.forgetCodes}>
              <RecoveryCodesPanel codes={adding.codes} onSaved={adding.forgetCodes} />
            </Dialog>
          )}
        </div>
      )}
    </LoadedList>
  );
}

/** How the account signs in besides its password: passkeys, an authenticator app, recovery codes. */
export function SignInMethodsSection() {
  const loaded = useLoaded<Factors>(FACTORS);
  return (
    <Section id="security-methods" title="Sign-in methods">
      <Methods loaded={loaded} />
    </Section>
  );
}
