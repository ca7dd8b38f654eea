import { QUESTIONS } from "#src/features/join/components/questions.ts";
import styles from "#src/features/join/components/progress-dots.module.css";
import { type Step, STEPS } from "#src/features/join/rules.ts";

/** Progress as nine dots, and a line that screen readers announce with each new question. */
export function ProgressDots({ step }: { step: Step }) {
  return (
    <div className={styles.progress}>
      <ol className={styles.dots} aria-label="Steps">
        {STEPS.map((each) => (
          <li
            key={each}
            className={styles.dot}
            data-done={each < step || undefined}
            aria-current={each === step ? "step" : undefined}
          >
            <span className="visually-hidden">{each}</span>
          </li>
        ))}
      </ol>
      <p role="status" className={styles.words}>
        <span>
          Step {step} of {STEPS.length}
        </span>
        <span className="visually-hidden">: {QUESTIONS[step].title}</span>
      </p>
    </div>
  );
}
