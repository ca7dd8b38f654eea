import { useState } from "react";
import styles from "#src/features/events/costs/components/costs.module.css";
import type { CostsTools } from "#src/features/events/costs/components/use-costs.ts";
import type { Costs } from "#src/features/events/costs/schema.ts";
import { counted } from "#src/shared/counted.ts";
import { decimalOf, parseCents } from "#src/shared/money.ts";
import type { CostKind } from "#src/shared/states.ts";
import { Button } from "#src/ui/button-link.tsx";
import { RadioGroup, TextField } from "#src/ui/field.tsx";

const KINDS = [
  { value: "total", label: "Total, split evenly" },
  { value: "each", label: "Price a person" },
] as const satisfies readonly { value: CostKind; label: string }[];

/** The people whom a split would include now. */
export function overWords({ over, people }: Costs["heads"]): string {
  const count = counted(people, "person", "people");
  if (people === 0) return "Nobody is going yet, and nobody is checked in.";
  return over === "came"
    ? `It is split over ${count} marked as here on the door list, guests included.`
    : `Nobody is marked on the door list, so it is split over ${count} going, guests included.`;
}

function Over({ costs: { heads, shares } }: { costs: Costs }) {
  const hasSettled = shares.some(({ status }) => status !== "open");
  return (
    <p className={styles.quiet}>
      {overWords(heads)}
      {hasSettled && " Shares already paid or waived stay as they are; the others share the rest."}
    </p>
  );
}

/** The event's cost: a total or a price per head. */
export function CostForm({ costs, tools, onDone }: { costs: Costs; tools: CostsTools; onDone: () => void }) {
  const { cost } = costs;
  const [draft, setDraft] = useState(() => ({
    kind: cost?.kind ?? "total",
    amount: cost ? decimalOf(cost.amountCents) : "",
    what: cost?.what ?? "",
  }));
  const faults = tools.refusal?.fields ?? {};
  async function save(): Promise<void> {
    const { kind, amount, what } = draft;
    if (await tools.change("PUT", "", "The cost is split.", { kind, amountCents: parseCents(amount), what })) onDone();
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <RadioGroup
        legend="What you paid"
        name="kind"
        choices={KINDS}
        value={draft.kind}
        onValue={(kind) => setDraft({ ...draft, kind })}
      />
      <TextField
        label={draft.kind === "total" ? "Total in dollars" : "Dollars a person"}
        inputMode="decimal"
        autoComplete="off"
        value={draft.amount}
        error={faults["amountCents"]}
        onValue={(amount) => setDraft({ ...draft, amount })}
      />
      <TextField
        label="What it was for (optional)"
        autoComplete="off"
        maxLength={100}
        hint="For example: court rental. People read it with their share."
        value={draft.what}
        error={faults["what"]}
        onValue={(what) => setDraft({ ...draft, what })}
      />
      <Over costs={costs} />
      <div className={styles.buttons}>
        <Button type="submit" aria-disabled={tools.isBusy || undefined}>
          {tools.isBusy ? "Splitting…" : "Split the cost"}
        </Button>
        {cost !== null && (
          <Button variant="quiet" onClick={onDone}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
