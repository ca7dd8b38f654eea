import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import styles from "#src/features/payments/components/bitcoin-cash-checkout.module.css";
import { CheckoutFrame } from "#src/features/payments/components/checkout-frame.tsx";
import { postBitcoinCash } from "#src/features/payments/components/post-bitcoin-cash.ts";
import { BITCOIN_CASH_CENTS, type Payer, payerFaults } from "#src/features/payments/rules.ts";
import type { BegunPayment } from "#src/features/payments/schema.ts";
import { dollars } from "#src/shared/money.ts";
import { Button } from "#src/ui/button-link.tsx";
import { TextField } from "#src/ui/field.tsx";
import { FailureNotice } from "#src/ui/notice.tsx";
import { ScriptedForm, SubmitButton } from "#src/ui/scripted-form.tsx";

type DetailsProps = {
  payer: Payer;
  isUnderWay: boolean;
  /** Why the payment could not be prepared; empty if there was no error. */
  refusal: string;
  onPayer: (payer: Payer) => void;
  onContinue: () => void;
};

function Details({ payer, isUnderWay, refusal, onPayer, onContinue }: DetailsProps) {
  const form = useRef<HTMLFormElement>(null);
  const [isChecked, setIsChecked] = useState(false);
  const faults = payerFaults(payer);
  const shown = isChecked ? faults : {};

  function check(event: React.FormEvent) {
    event.preventDefault();
    if (isUnderWay) return;
    if (Object.keys(faults).length === 0) return onContinue();
    setIsChecked(true);
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
  }
  return (
    <ScriptedForm ref={form} className={styles.form} onSubmit={check}>
      <p className={styles.step}>Step 1 of 2: who is paying</p>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        required
        value={payer.email}
        error={shown.email}
        onValue={(email) => onPayer({ ...payer, email })}
      />
      <TextField
        label="Chat username"
        name="username"
        autoComplete="off"
        autoCapitalize="none"
        required
        value={payer.username}
        error={shown.username}
        hint={
          <>
            The name that others see in the group chat.{" "}
            <Link to="/screenshot-of-the-form-field" target="_blank">
              What goes into this field<span className="visually-hidden"> (opens a new tab)</span>
            </Link>
          </>
        }
        onValue={(username) => onPayer({ ...payer, username })}
      />
      <FailureNotice
        title="The payment didn’t start"
        words={refusal === "" ? null : `${refusal} What you typed is still here.`}
      />
      <div>
        <SubmitButton aria-disabled={isUnderWay}>{isUnderWay ? "One moment…" : "Continue"}</SubmitButton>
      </div>
    </ScriptedForm>
  );
}

function Pay({ payment, onBack }: { payment: BegunPayment; onBack: () => void }) {
  const title = useRef<HTMLHeadingElement>(null);
  // The button that led here is gone, so the focus moves for screen readers.
  useEffect(() => title.current?.focus(), []);
  return (
    <div className={styles.pay}>
      <p className={styles.step}>Step 2 of 2: pay {dollars(BITCOIN_CASH_CENTS)}</p>
      <h2 ref={title} tabIndex={-1} className={styles.title}>
        Pay from your wallet
      </h2>
      <ol className={styles.instructions}>
        <li>Open your Bitcoin Cash wallet and scan the code below, or copy the address under it.</li>
        <li>Send exactly the amount shown. The rate holds for a few minutes.</li>
        <li>Keep this page open until the box says “Paid”. We record it under your name.</li>
      </ol>
      <CheckoutFrame src={payment.frameUrl} pageUrl={payment.pageUrl} />
      <div>
        <Button variant="quiet" onClick={onBack}>
          Back
        </Button>
      </div>
    </div>
  );
}

/** Asks for the payer, then shows the payment. Going back starts a new payment. */
export function BitcoinCashCheckout() {
  const [payer, setPayer] = useState<Payer>({ email: "", username: "" });
  const [isUnderWay, setIsUnderWay] = useState(false);
  const [refusal, setRefusal] = useState("");
  const [payment, setPayment] = useState<BegunPayment | null>(null);

  async function begin(): Promise<void> {
    setIsUnderWay(true);
    setRefusal("");
    const begun = await postBitcoinCash({ purpose: "payment", ...payer });
    setIsUnderWay(false);
    if (begun.ok) setPayment(begun.value);
    else setRefusal(begun.message);
  }
  return payment === null ? (
    <Details
      payer={payer}
      isUnderWay={isUnderWay}
      refusal={refusal}
      onPayer={setPayer}
      onContinue={() => void begin()}
    />
  ) : (
    <Pay payment={payment} onBack={() => setPayment(null)} />
  );
}
