import { useState } from "react";
import styles from "#src/features/payments/components/tip-calculator.module.css";
import { presetTip, sumUp, TIP_PERCENTS } from "#src/features/payments/rules.ts";
import { exactDollars } from "#src/shared/money.ts";
import { RadioGroup, TextField } from "#src/ui/field.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { ScriptedForm, SubmitButton } from "#src/ui/scripted-form.tsx";

const PRESETS = TIP_PERCENTS.map((percent) => ({ value: String(percent), label: `${percent}%` }));

type SumProps = Pick<ReturnType<typeof sumUp>, "owedCents" | "tipCents" | "totalCents">;

function Sum({ owedCents, tipCents, totalCents }: SumProps) {
  return (
    <div className={styles.sum}>
      <p className={styles.line}>
        <span>Owed</span> <span>{exactDollars(owedCents ?? 0)}</span>
      </p>
      <p className={styles.line}>
        <span>Tip</span> <span>{exactDollars(tipCents ?? 0)}</span>
      </p>
      <p className={`${styles.line} ${styles.total}`}>
        <span>Total</span> <output>{exactDollars(totalCents ?? 0)}</output>
      </p>
    </div>
  );
}

function Tried({ total }: { total: string | null }) {
  return (
    <div role="status">
      {total !== null && (
        <Notice title={`${total} would be paid now`}>
          <p>This is a test page: no money has moved.</p>
        </Notice>
      )}
    </div>
  );
}

/** Amount, tip and total. A test page that charges nobody. */
export function TipCalculator({ missing }: { missing: string }) {
  const [owed, setOwed] = useState("");
  const [preset, setPreset] = useState<string>("0");
  const [ownTip, setOwnTip] = useState<string | null>(null);
  const [paid, setPaid] = useState<string | null>(null);
  const tip = ownTip ?? presetTip(owed, Number(preset));
  const sum = sumUp(owed, tip, missing);
  const { totalCents, faults } = sum;

  function pay(event: React.FormEvent) {
    event.preventDefault();
    if (totalCents !== null) setPaid(exactDollars(totalCents));
  }
  return (
    <ScriptedForm className={styles.form} onSubmit={pay} onChange={() => setPaid(null)} noValidate>
      <TextField
        label="Amount owed"
        name="owed"
        inputMode="decimal"
        autoComplete="off"
        required
        value={owed}
        error={owed.trim() === "" ? undefined : faults.owed}
        onValue={setOwed}
      />
      <RadioGroup
        name="preset"
        legend="Tip"
        choices={PRESETS}
        value={ownTip === null ? preset : ""}
        onValue={(percent) => {
          setPreset(percent);
          setOwnTip(null);
        }}
      />
      <TextField
        label="Tip in dollars"
        name="tip"
        inputMode="decimal"
        autoComplete="off"
        value={tip}
        error={faults.tip}
        onValue={setOwnTip}
      />
      <Sum {...sum} />
      <div>
        <SubmitButton disabled={totalCents === null}>Pay</SubmitButton>
        {owed.trim() === "" && <p className={styles.why}>{missing}</p>}
      </div>
      <Tried total={paid} />
    </ScriptedForm>
  );
}
