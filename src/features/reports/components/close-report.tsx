import { useState } from "react";
import styles from "#src/features/reports/components/reports-app.module.css";
import { OUTCOME_REQUIRED, OUTCOME_WORDS } from "#src/features/reports/messages.ts";
import type { ReportOutcome } from "#src/shared/states.ts";
import { Dialog } from "#src/ui/dialog.tsx";
import { Options, SelectField } from "#src/ui/field.tsx";
import { FormActions } from "#src/ui/form-actions.tsx";

type CloseReportProps = {
  isBusy: boolean;
  /** The server's refusal. */
  error: string;
  onOutcome: (outcome: ReportOutcome) => void;
  onClose: () => void;
};

/** Asks for a report's outcome. */
export function CloseReport({ isBusy, error, onOutcome, onClose }: CloseReportProps) {
  const [outcome, setOutcome] = useState<ReportOutcome | "">("");
  const [isMissing, setIsMissing] = useState(false);
  return (
    <Dialog title="Close this report" mayClose={() => !isBusy} onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (outcome === "") setIsMissing(true);
          else if (!isBusy) onOutcome(outcome);
        }}
      >
        <p>
          If the person who reported left an address, they get an email saying that you dealt with it, and nothing more.
        </p>
        <SelectField
          label="What was the outcome?"
          value={outcome}
          error={isMissing && outcome === "" ? OUTCOME_REQUIRED : error || undefined}
          onValue={(value) => setOutcome(value as ReportOutcome | "")}
        >
          <option value="">Choose</option>
          <Options of={Object.entries(OUTCOME_WORDS)} />
        </SelectField>
        <FormActions action={["Close report", "Closing…"]} isBusy={isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
