import { PhoneField } from "#src/ui/phone-field.tsx";
import { SEX_WORDS, SexChoice, ShirtSizeChoice } from "#src/features/profile/components/profile-fields.tsx";
import {
  type ProfileFeature,
  type SetupAnswers,
  type SetupField,
  SETUP_STEPS,
  STEP_OF_FIELD,
  type SetupStep,
} from "#src/features/profile/components/profile-setup.ts";
import styles from "#src/features/profile/components/profile-modal.module.css";
import { SET_ONCE } from "#src/features/profile/messages.ts";
import { formatPhone } from "#src/shared/contact.ts";

const LABELS: Readonly<Record<SetupField, string>> = { phone: "Phone number", sex: "Sex", shirtSize: "Shirt size" };
const FIELDS = ["phone", "sex", "shirtSize"] as const;

/** An answer's display text; empty if there is none. */
function answerWords(field: SetupField, { phone, sex, shirtSize }: SetupAnswers): string {
  if (field === "phone") return formatPhone(phone);
  return field === "sex" ? sex && SEX_WORDS[sex] : shirtSize;
}

/** The current step and the number of steps. */
export function StepLine({ step }: { step: SetupStep }) {
  return (
    <div className={styles.progress}>
      <p className={styles.count}>
        Step {step} of {SETUP_STEPS.length}
      </p>
      <div className={styles.dots} aria-hidden>
        {SETUP_STEPS.map((each) => (
          <span key={each} data-done={each <= step || undefined} />
        ))}
      </div>
    </div>
  );
}

function ReadOnly({ field, answers }: { field: SetupField; answers: SetupAnswers }) {
  return (
    <div className={styles.fixed} data-first tabIndex={-1}>
      <p className={styles.fixedLabel}>{LABELS[field]}</p>
      <p className={styles.fixedValue}>{answerWords(field, answers)}</p>
      <p className="quiet">
        Your {LABELS[field].toLowerCase()} {SET_ONCE}.
      </p>
    </div>
  );
}

const HINTS: Readonly<Record<ProfileFeature, string>> = {
  chats: "The chats are for people the organizers can reach. Only they see your number.",
  profile: "With the area code. Only the organizers see it.",
  attendees: "Who is coming is shown to people the organizers can reach. Only they see your number.",
};

type QuestionProps = {
  step: Exclude<SetupStep, 4>;
  feature: ProfileFeature;
  answers: SetupAnswers;
  /** Fields already set, read-only. */
  isFixed: (field: SetupField) => boolean;
  error: string | null;
  onAnswer: (answer: Partial<SetupAnswers>) => void;
};

export function Question({ step, feature, answers, isFixed, error, onAnswer }: QuestionProps) {
  const field = FIELDS[step - 1] ?? "phone";
  if (isFixed(field)) return <ReadOnly field={field} answers={answers} />;
  switch (step) {
    case 1:
      return (
        <>
          <PhoneField
            id="profile-phone"
            size="lg"
            required
            data-first
            digits={answers.phone}
            error={error ?? undefined}
            onDigits={(phone) => onAnswer({ phone })}
          />
          <p className="quiet">{HINTS[feature]}</p>
        </>
      );
    case 2:
      return (
        <>
          <SexChoice value={answers.sex} error={error} onValue={(sex) => onAnswer({ sex })} />
          <p className="quiet">This helps us balance mixed teams.</p>
        </>
      );
    case 3:
      return (
        <>
          <ShirtSizeChoice value={answers.shirtSize} error={error} onValue={(shirtSize) => onAnswer({ shirtSize })} />
          <p className="quiet">For team shirts. You can leave it for later.</p>
        </>
      );
  }
}

type ReviewProps = Pick<QuestionProps, "answers" | "isFixed"> & { onEdit: (step: SetupStep) => void };

/** The review before everything is saved permanently. */
export function Review({ answers, isFixed, onEdit }: ReviewProps) {
  return (
    <>
      <dl className={styles.review} data-first tabIndex={-1}>
        {FIELDS.map((field) => (
          <div key={field} className={styles.row}>
            <dt>{LABELS[field]}</dt>
            <dd>{answerWords(field, answers) || "Not yet"}</dd>
            <dd className={styles.change}>
              {isFixed(field) ? (
                <span className="quiet">{SET_ONCE}</span>
              ) : (
                <button type="button" className={styles.edit} onClick={() => onEdit(STEP_OF_FIELD[field])}>
                  Edit<span className="visually-hidden"> {LABELS[field].toLowerCase()}</span>
                </button>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {FIELDS.every(isFixed) ? (
        <p className="quiet">All three are set. Ask an organizer if one of them is wrong.</p>
      ) : (
        <p className="quiet">Read it once more: what you save here {SET_ONCE}.</p>
      )}
    </>
  );
}
