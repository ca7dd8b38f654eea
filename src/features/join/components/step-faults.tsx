import { QUESTIONS } from "#src/features/join/components/questions.ts";
import styles from "#src/features/join/components/sending.module.css";
import type { Fault, Step } from "#src/features/join/rules.ts";
import { Notice } from "#src/ui/notice.tsx";

type StepFaultsProps = { step: Step; faults: readonly Fault[]; onEdit: (step: Step) => void };

/** The errors of earlier steps, with links. Errors of this step are shown at their fields. */
export function StepFaults({ step, faults, onEdit }: StepFaultsProps) {
  const earlier = faults.filter((fault) => fault.step !== step);
  if (earlier.length === 0) return null;
  return (
    <div data-faults tabIndex={-1} className={styles.box}>
      <Notice kind="error">
        <ul className={styles.faults}>
          {earlier.map((fault) => (
            <li key={fault.field}>
              {fault.message}{" "}
              <button type="button" className={styles.link} onClick={() => onEdit(fault.step)}>
                Change {QUESTIONS[fault.step].topic}
              </button>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
