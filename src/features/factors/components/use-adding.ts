import { useRef, useState } from "react";
import { addPasskey, beginAuthenticator } from "#src/features/factors/components/factor-calls.ts";
import type { AuthenticatorSetup, Factors, FactorsChanged } from "#src/features/factors/schema.ts";

type Busy = "passkey" | "authenticator" | null;

/**
 * Adds a passkey or authenticator app, with recovery codes for the first one. `onChanged` is called after
 * each change; `codes` stay until the person has saved them.
 */
export function useAdding(onChanged: (factors: Factors) => void) {
  const isUnderWay = useRef(false);
  const [busy, setBusy] = useState<Busy>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [setup, setSetup] = useState<AuthenticatorSetup | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  function take({ factors, recoveryCodes }: FactorsChanged): void {
    setSetup(null);
    setCodes(recoveryCodes);
    onChanged(factors);
  }

  async function run(kind: NonNullable<Busy>, work: () => Promise<string | null>): Promise<void> {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusy(kind);
    setFailure(null);
    const refused = await work();
    isUnderWay.current = false;
    setBusy(null);
    setFailure(refused);
  }

  return {
    busy,
    failure,
    setup,
    codes,
    take,
    addPasskey: () =>
      run("passkey", async () => {
        const answer = await addPasskey();
        if (answer.ok) take(answer.value);
        return answer.ok ? null : answer.message;
      }),
    beginAuthenticator: () =>
      run("authenticator", async () => {
        const answer = await beginAuthenticator();
        if (answer.ok) setSetup(answer.value);
        return answer.ok ? null : answer.message;
      }),
    cancelSetup: () => setSetup(null),
    forgetCodes: () => setCodes(null),
  };
}
