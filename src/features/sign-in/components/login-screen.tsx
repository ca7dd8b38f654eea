import { useLayoutEffect, useMemo, useRef, useState } from "react";
import { useLocation } from "react-router";
import { keptSignUp } from "#src/features/sign-in/auth-calls.ts";
import styles from "#src/features/identity/components/auth.module.css";
import type { FormName } from "#src/features/sign-in/components/form-props.ts";
import { LinkForm } from "#src/features/sign-in/components/link-form.tsx";
import { ForgotForm, ResetForm } from "#src/features/sign-in/components/password-forms.tsx";
import type { CameToSignIn } from "#src/features/identity/components/session-keeper.tsx";
import { SignInForm } from "#src/features/sign-in/components/sign-in-form.tsx";
import { ConfirmForm, SignUpForm } from "#src/features/sign-in/components/sign-up-forms.tsx";
import { useWayOn } from "#src/features/sign-in/components/use-way-on.ts";
import { SESSION_EXPIRED } from "#src/features/identity/messages.ts";
import { useSessionState } from "#src/features/identity/session.ts";
import { NeedsScripts } from "#src/ui/scripted-form.tsx";
import { useHydrated } from "#src/ui/use-hydrated.ts";

type Shown = {
  readonly form: FormName;
  readonly email: string;
  readonly resetLink?: string;
  readonly notice: string | null;
};

/** A form that replaces another focuses its first empty field. A freshly loaded page keeps its focus. */
function useFormFocus(panel: React.RefObject<HTMLElement | null>, chosen: Shown | null): void {
  useLayoutEffect(() => {
    if (chosen === null) return;
    scrollTo({ top: 0, behavior: "instant" });
    const fields = [...(panel.current?.querySelectorAll<HTMLInputElement>("form input:not([type=hidden])") ?? [])];
    fields.find((field) => field.value === "")?.focus({ preventScroll: true });
  }, [panel, chosen]);
}

/** The initial form. A mailed link or a pending sign-up of this tab decides, which the server-rendered page cannot know. */
function useBeginning(): Shown {
  const { hash, state: given } = useLocation();
  const state = given as CameToSignIn | null;
  const isExpired = state?.isExpired === true;
  const signUpAs = state?.signUpAs;
  const isHydrated = useHydrated();
  return useMemo(() => {
    const mailed = new URLSearchParams(isHydrated ? hash.slice(1) : "");
    const resetLink = mailed.get("reset");
    if (resetLink !== null) return { form: "reset", email: mailed.get("email") ?? "", resetLink, notice: null };
    const waiting = isHydrated && !isExpired ? keptSignUp() : null;
    if (waiting) return { form: "confirm", email: waiting.email, notice: null };
    if (isHydrated && signUpAs !== undefined) return { form: "sign-up", email: signUpAs, notice: null };
    return { form: "sign-in", email: "", notice: isExpired ? SESSION_EXPIRED : null };
  }, [isHydrated, hash, isExpired, signUpAs]);
}

/** Sign-in, sign-up, codes and password reset: one screen that shows one form at a time. */
export function LoginScreen() {
  const panel = useRef<HTMLDivElement>(null);
  const beginning = useBeginning();
  const [chosen, setChosen] = useState<Shown | null>(null);
  const shown = chosen ?? beginning;
  const onTokens = useWayOn();
  const session = useSessionState();
  useFormFocus(panel, chosen);

  function go(form: FormName, { email, notice = null }: { email?: string; notice?: string | null } = {}): void {
    const typed = panel.current?.querySelector<HTMLInputElement>("input[name=email]")?.value;
    setChosen({ form, email: email ?? typed ?? shown.email, notice });
  }

  const { email, resetLink, notice } = shown;
  const props = { email, resetLink, notice, go };
  return (
    <div ref={panel} className={styles.panel} data-live={session === "none" || undefined}>
      <NeedsScripts />
      {shown.form === "sign-in" && <SignInForm {...props} onTokens={onTokens} />}
      {shown.form === "sign-up" && <SignUpForm {...props} />}
      {shown.form === "confirm" && <ConfirmForm {...props} />}
      {shown.form === "forgot" && <ForgotForm {...props} />}
      {shown.form === "reset" && <ResetForm {...props} />}
      {shown.form === "link" && <LinkForm {...props} />}
    </div>
  );
}
