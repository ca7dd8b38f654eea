import { Button } from "#src/ui/button-link.tsx";

type FormActionsProps = {
  /** The button's label, idle and busy. */
  action: readonly [idle: string, busy: string];
  isBusy: boolean;
  /** False while there is nothing to send. */
  canSend?: boolean;
  cancel?: string;
  onCancel: () => void;
};

/** The end of a form: its submit button and a way out. */
export function FormActions({ action, isBusy, canSend = true, cancel = "Cancel", onCancel }: FormActionsProps) {
  const [idle, busy] = action;
  return (
    <div className="buttons">
      <Button type="submit" aria-disabled={isBusy || !canSend || undefined}>
        {isBusy ? busy : idle}
      </Button>
      <Button variant="quiet" disabled={isBusy} onClick={onCancel}>
        {cancel}
      </Button>
    </div>
  );
}
