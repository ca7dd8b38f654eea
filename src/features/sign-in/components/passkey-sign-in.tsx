import IconFingerprint from "@tabler/icons-react/dist/esm/icons/IconFingerprint.mjs";
import { useRef, useState } from "react";
import { postAuth } from "#src/features/sign-in/auth-calls.ts";
import { canUsePasskeys, signWithPasskey } from "#src/features/factors/components/ceremonies.ts";
import styles from "#src/features/identity/components/auth.module.css";
import { PASSKEY_FAILED } from "#src/features/factors/messages.ts";
import { STORAGE_CLOSED } from "#src/features/sign-in/messages.ts";
import type { SessionTokens } from "#src/features/sign-in/schema.ts";
import { Button } from "#src/ui/button-link.tsx";
import { useHydrated } from "#src/ui/use-hydrated.ts";

/** Signs in with a passkey alone. Returns the failure message, or null. */
async function signIn(onTokens: (idToken: string) => boolean): Promise<string | null> {
  const options = await postAuth<object>("passkey/options", {}, PASSKEY_FAILED);
  if (!options.ok) return options.message;
  const signed = await signWithPasskey(options.value);
  if (!signed.ok) return signed.message;
  const answer = await postAuth<SessionTokens>("passkey", { response: signed.value }, PASSKEY_FAILED);
  if (!answer.ok) return answer.message;
  return onTokens(answer.value.idToken) ? null : STORAGE_CLOSED;
}

/** Sign-in without email and password. Hidden if the browser does not support passkeys. */
export function PasskeySignIn({ onTokens }: { onTokens: (idToken: string) => boolean }) {
  const isReady = useHydrated();
  const isUnderWay = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  if (isReady && !canUsePasskeys()) return null;

  async function run(): Promise<void> {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsBusy(true);
    setFailure(null);
    const refused = await signIn(onTokens);
    isUnderWay.current = false;
    setIsBusy(false);
    setFailure(refused);
  }

  return (
    <div className={styles.alone}>
      <Button
        variant="quiet"
        size="lg"
        disabled={!isReady}
        aria-disabled={isBusy || undefined}
        onClick={() => void run()}
      >
        <IconFingerprint size={22} stroke={1.75} aria-hidden />
        {isBusy ? "Waiting for your passkey…" : "Sign in with a passkey"}
      </Button>
      <div role="alert">{failure !== null && <p className={styles.fault}>{failure}</p>}</div>
    </div>
  );
}
