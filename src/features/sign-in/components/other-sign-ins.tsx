import { useState } from "react";
import { useRouteLoaderData } from "react-router";
import { postAuth } from "#src/features/sign-in/auth-calls.ts";
import styles from "#src/features/identity/components/auth.module.css";
import { rememberTrip } from "#src/features/sign-in/components/openid-trip.ts";
import { OPENID_INVALID } from "#src/features/sign-in/messages.ts";
import { Button } from "#src/ui/button-link.tsx";

/** The root data's sign-in methods. */
type Ways = { readonly signInWith: string | null; readonly hasSignInLinks: boolean };

const useWays = () => useRouteLoaderData<() => Ways>("root");

export function useHasSignInLinks(): boolean {
  return useWays()?.hasSignInLinks ?? false;
}

/** The button to the configured provider; nothing without one. */
export function ProviderSignIn() {
  const name = useWays()?.signInWith ?? null;
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  if (name === null) return null;

  async function leave(): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    setFailure(null);
    const begun = await postAuth<{ url: string }>("openid", {}, OPENID_INVALID);
    if (begun.ok) {
      rememberTrip({ purpose: "sign-in", next: new URLSearchParams(location.search).get("next") });
      return location.assign(begun.value.url);
    }
    setFailure(begun.message);
    setIsBusy(false);
  }

  return (
    <>
      <Button
        variant="quiet"
        size="lg"
        className={styles.submit}
        aria-disabled={isBusy || undefined}
        onClick={() => void leave()}
      >
        {isBusy ? `Going to ${name}…` : `Continue with ${name}`}
      </Button>
      <div role="alert">{failure !== null && <p className={styles.fault}>{failure}</p>}</div>
    </>
  );
}
