import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { NOT_CONFIRMED } from "#src/features/identity/messages.ts";
import { type MemberFailure, memberFetch } from "#src/features/identity/member-fetch.ts";
import { useSignedIn } from "#src/features/identity/session.ts";
import styles from "#src/features/payments/components/demonstration-checkout.module.css";
import { announceDemonstration } from "#src/features/payments/components/demonstration-news.ts";
import { INVALID_EMAIL, REQUIRED } from "#src/features/payments/messages.ts";
import { isEmailAddress } from "#src/shared/contact.ts";
import { randomUuid } from "#src/shared/ids.ts";
import { dollars, exactDollars } from "#src/shared/money.ts";
import { Button, ButtonLink } from "#src/ui/button-link.tsx";
import { TextField } from "#src/ui/field.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { ScriptedForm, SubmitButton } from "#src/ui/scripted-form.tsx";
import { useHydrated } from "#src/ui/use-hydrated.ts";

type Outcome = "paid" | "failed";
type Stage =
  | { readonly kind: "asking" | "sending" | Outcome }
  | { readonly kind: "refused"; readonly failure: MemberFailure };

/** Shown after a payment without a sign-in: the payer gets access with an account of the same email. */
function AccountNeeded({ email }: { email: string }) {
  const way = `/login?${new URLSearchParams({ next: "/dashboard?tab=account" })}`;
  return (
    <>
      <p>
        Your membership goes with {email}. Locations, chats, and attendee lists open when you sign in with that email.
        No account yet? Create one with the same email.
      </p>
      <div className="buttons">
        <ButtonLink to={way} state={{ signUpAs: email }}>
          Create an account
        </ButtonLink>
        <ButtonLink to={way} variant="quiet">
          Sign in
        </ButtonLink>
      </div>
    </>
  );
}

function Paid({ email }: { email: string }) {
  const isSignedIn = useSignedIn();
  const title = useRef<HTMLHeadingElement>(null);
  // The button that led here is gone, so the focus moves for screen readers.
  useEffect(() => title.current?.focus(), []);
  return (
    <div className={styles.form}>
      <h2 ref={title} tabIndex={-1} className={styles.title}>
        Payment received
      </h2>
      {isSignedIn ? (
        <>
          <p>You’re a supporting member now. Locations, chats, and attendee lists are open to you.</p>
          <div className="buttons">
            <ButtonLink to="/dashboard?tab=account">Membership and payments</ButtonLink>
            <ButtonLink to="/events" variant="quiet">
              See events
            </ButtonLink>
          </div>
        </>
      ) : (
        <AccountNeeded email={email} />
      )}
    </div>
  );
}

/** The URL names the payer; the cached page cannot know it. */
function usePayer() {
  const { search } = useLocation();
  const query = new URLSearchParams(useHydrated() ? search : "");
  const [typed, setTyped] = useState<string | null>(null);
  const email = typed ?? query.get("prefilled_email") ?? "";
  return { email, setEmail: setTyped, reference: query.get("client_reference_id") ?? "" };
}

function useCheckOut({ email, reference }: { email: string; reference: string }) {
  const [stage, setStage] = useState<Stage>({ kind: "asking" });
  const attempt = useRef({ id: "", of: "" });
  async function checkOut(outcome: Outcome): Promise<void> {
    if (stage.kind === "sending") return;
    setStage({ kind: "sending" });
    const order = { outcome, email, reference };
    const of = JSON.stringify(order);
    // A retry after a lost response must not pay twice.
    if (attempt.current.of !== of) attempt.current = { id: randomUuid(), of };
    const body = { ...order, attempt: attempt.current.id };
    const answer = await memberFetch("/api/demonstration/checkout", { method: "POST", body });
    setStage(answer.ok ? { kind: outcome } : { kind: "refused", failure: answer });
    if (answer.ok) announceDemonstration();
  }
  return { stage, checkOut };
}

/** A payment whose response was lost may have been made. */
function Refused({ failure: { status, message } }: { failure: MemberFailure }) {
  const isLost = status === 0;
  return (
    <Notice kind="error" title={isLost ? NOT_CONFIRMED : "The payment didn’t go through"}>
      <p>{isLost ? `${message} You pay only once.` : message}</p>
    </Notice>
  );
}

/** The order summary, as on a card provider's page. */
function Order({ cents }: { cents: number }) {
  return (
    <dl className={styles.order}>
      <div>
        <dt>Supporting membership</dt>
        <dd>{dollars(cents)} per month</dd>
      </div>
      <div>
        <dt>Due today</dt>
        <dd>{exactDollars(cents)}</dd>
      </div>
    </dl>
  );
}

type PayerEmailProps = { email: string; fault: string | undefined; onEmail: (email: string) => void };

function PayerEmail({ email, fault, onEmail }: PayerEmailProps) {
  const isSignedIn = useSignedIn();
  return (
    <TextField
      label="Email"
      name="email"
      type="email"
      autoComplete="email"
      autoCapitalize="none"
      required
      hint={
        isSignedIn ? undefined : "The email of your account. No account yet? Create one with this email afterwards."
      }
      value={email}
      error={fault}
      onValue={onEmail}
    />
  );
}

/** The card provider's page: pay, be declined, or go back. */
export function DemonstrationCheckout({ cents }: { cents: number }) {
  const { email, setEmail, reference } = usePayer();
  const { stage, checkOut } = useCheckOut({ email, reference });
  const [isChecked, setIsChecked] = useState(false);
  const fault = email.trim() === "" ? REQUIRED : isEmailAddress(email.trim()) ? undefined : INVALID_EMAIL;
  const form = useRef<HTMLFormElement>(null);

  function submit(outcome: Outcome): void {
    if (fault === undefined) return void checkOut(outcome);
    setIsChecked(true);
    requestAnimationFrame(() => form.current?.querySelector("input")?.focus());
  }
  if (stage.kind === "paid") return <Paid email={email.trim()} />;
  return (
    <ScriptedForm
      ref={form}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit("paid");
      }}
    >
      <Order cents={cents} />
      <PayerEmail email={email} fault={isChecked ? fault : undefined} onEmail={setEmail} />
      {stage.kind === "failed" && (
        <Notice kind="error" title="The card was declined">
          <p>Nothing was charged. Try again, or go back.</p>
        </Notice>
      )}
      {stage.kind === "refused" && <Refused failure={stage.failure} />}
      <div className="buttons">
        <SubmitButton wide={false} aria-disabled={stage.kind === "sending"}>
          Pay {dollars(cents)}
        </SubmitButton>
        <Button variant="quiet" size="lg" aria-disabled={stage.kind === "sending"} onClick={() => submit("failed")}>
          Decline the card
        </Button>
        <ButtonLink to="/subscribe" variant="quiet" size="lg">
          Cancel
        </ButtonLink>
      </div>
    </ScriptedForm>
  );
}
