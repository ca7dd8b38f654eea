import { useState } from "react";
import { canUsePasskeys, signWithPasskey } from "#src/features/factors/components/ceremonies.ts";
import styles from "#src/features/factors/components/factors.module.css";
import type { ProofRequest } from "#src/features/identity/proof-requests.ts";
import { CODE_MISSING, PASSWORD_MISSING } from "#src/features/factors/messages.ts";
import type { ProofMethod, ProofMethods } from "#src/features/factors/schema.ts";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";
import { memberFetch } from "#src/features/identity/member-fetch.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { TextField } from "#src/ui/field.tsx";
import { FailureNotice } from "#src/ui/notice.tsx";
import { TextButton } from "#src/ui/text-button.tsx";

const PATH = "/api/account/proof";
const ORDER: readonly ProofMethod[] = ["passkey", "totp", "password", "recovery_code"];

const WAYS: Readonly<Record<ProofMethod, string>> = {
  passkey: "Use a passkey",
  totp: "Use my authenticator app",
  password: "Use my password",
  recovery_code: "Use a recovery code",
};

/** The account's methods that this browser supports, in display order. */
function usableOf({ methods }: ProofMethods): readonly ProofMethod[] {
  return ORDER.filter((method) => methods.includes(method) && (method !== "passkey" || canUsePasskeys()));
}

/** Sends one proof. Returns null if accepted, else an error message. */
async function prove(method: ProofMethod, typed: string): Promise<string | null> {
  if (method === "passkey") {
    const options = await memberFetch<object>(`${PATH}/passkey`, { method: "POST" });
    if (!options.ok) return options.message;
    const signed = await signWithPasskey(options.value);
    if (!signed.ok) return signed.message;
    const answer = await memberFetch(PATH, { method: "POST", body: { method, response: signed.value } });
    return answer.ok ? null : answer.message;
  }
  if (typed.trim() === "") return method === "password" ? PASSWORD_MISSING : CODE_MISSING;
  const body = method === "password" ? { method, password: typed } : { method, code: typed };
  const answer = await memberFetch(PATH, { method: "POST", body });
  return answer.ok ? null : answer.message;
}

const LABELS = { totp: "Code from your app", password: "Password", recovery_code: "Recovery code" } as const;

function Typed({ method, ...field }: { method: keyof typeof LABELS; value: string; onValue: (value: string) => void }) {
  return (
    <TextField
      {...field}
      key={method}
      label={LABELS[method]}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog opened to ask for exactly this
      autoFocus
      spellCheck={false}
      autoCapitalize={method === "recovery_code" ? "characters" : "none"}
      type={method === "password" ? "password" : "text"}
      inputMode={method === "totp" ? "numeric" : "text"}
      autoComplete={method === "password" ? "current-password" : method === "totp" ? "one-time-code" : "off"}
    />
  );
}

/** State of a reauthentication: input, error, pending. */
function useProof(method: ProofMethod | undefined, onProved: () => void) {
  const [typed, setTyped] = useState("");
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  async function submit(): Promise<void> {
    if (isBusy || method === undefined) return;
    setIsBusy(true);
    setFailure(null);
    const refused = await prove(method, typed);
    setIsBusy(false);
    if (refused === null) return onProved();
    setTyped("");
    setFailure(refused);
  }
  function restart(): void {
    setTyped("");
    setFailure(null);
  }
  return { typed, setTyped, failure, isBusy, submit, restart };
}

function ProofForm({ methods, onProved }: { methods: readonly ProofMethod[]; onProved: () => void }) {
  const [chosen, choose] = useState<ProofMethod | undefined>(methods[0]);
  const { typed, setTyped, failure, isBusy, submit, restart } = useProof(chosen, onProved);
  if (chosen === undefined) return null;
  const idle = chosen === "passkey" ? "Use my passkey" : "Confirm";
  const busy = chosen === "passkey" ? "Waiting for your passkey…" : "Confirming…";
  return (
    <form
      className={styles.stack}
      noValidate
      aria-busy={isBusy || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {chosen !== "passkey" && <Typed method={chosen} value={typed} onValue={setTyped} />}
      <div role="alert">{failure !== null && <p className={styles.fault}>{failure}</p>}</div>
      <div className={styles.actions}>
        <Button type="submit" aria-disabled={isBusy || undefined}>
          {isBusy ? busy : idle}
        </Button>
      </div>
      {methods.length > 1 && (
        <div className={styles.ways}>
          {methods
            .filter((method) => method !== chosen)
            .map((method) => (
              <TextButton
                key={method}
                disabled={isBusy}
                onClick={() => {
                  restart();
                  choose(method);
                }}
              >
                {WAYS[method]}
              </TextButton>
            ))}
        </div>
      )}
    </form>
  );
}

/** Reauthenticates before actions that are irreversible or expose sensitive data. */
export function ProofDialog({ request }: { request: ProofRequest }) {
  const { value, failure } = useLoaded<ProofMethods>(PATH);
  const offered = value && usableOf(value);
  return (
    <Dialog title="Confirm it’s you" hasAnswers={false} onClose={() => request.answer(false)}>
      <div className={styles.stack}>
        <p>This needs a fresh check, so that nobody else can do it on a device you left signed in.</p>
        {!offered && !failure && <div className={styles.waiting} aria-label="Loading" role="status" />}
        <FailureNotice words={failure?.message} />
        {offered && <ProofForm methods={offered} onProved={() => request.answer(true)} />}
        <p className={styles.hint}>
          {offered && offered.length > 1 ? "None of these work?" : "Can’t confirm here?"} <a href="/logout">Sign out</a>{" "}
          and sign in again.
        </p>
      </div>
    </Dialog>
  );
}
