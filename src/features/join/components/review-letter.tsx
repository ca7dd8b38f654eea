import { QUESTIONS } from "#src/features/join/components/questions.ts";
import styles from "#src/features/join/components/review-letter.module.css";
import { type Answers, chosenEvents, type EventChoice, interestWords, type Step } from "#src/features/join/rules.ts";
import { formatPhone } from "#src/shared/contact.ts";

type LineProps = { step: Step; isLocked: boolean; onEdit: (step: Step) => void; children: React.ReactNode };

/** One group of answers as a sentence, with a link back to its question. */
function Line({ step, isLocked, onEdit, children }: LineProps) {
  return (
    <li className={styles.line}>
      <p className={styles.sentence}>{children}</p>
      <button type="button" className={styles.edit} disabled={isLocked} onClick={() => onEdit(step)}>
        Edit<span className="visually-hidden"> {QUESTIONS[step].topic}</span>
      </button>
    </li>
  );
}

function Said({ children }: { children: string }) {
  return <strong className={styles.said}>{children}</strong>;
}

function Events({ events }: { events: readonly EventChoice[] }) {
  if (events.length === 0) return <>I have not picked an event yet.</>;
  return (
    <>
      I would come to{" "}
      {events.map((event, index) => (
        <span key={event.socialEventId}>
          {index > 0 && (index === events.length - 1 ? " and " : ", ")}
          <Said>{event.title}</Said> ({event.shortDate})
        </span>
      ))}
      .
    </>
  );
}

function Heard({ answers }: { answers: Answers }) {
  const [heard, message] = [answers.referredBy.trim(), answers.message.trim()];
  return (
    <>
      {heard ? (
        <>
          I heard about you from: <Said>{heard}</Said>
        </>
      ) : (
        "I’d rather not say how I heard about you."
      )}
      {message && (
        <span className={styles.message}>
          One more thing: <Said>{message}</Said>
        </span>
      )}
    </>
  );
}

type ReviewLetterProps = {
  groupName: string;
  answers: Answers;
  events: readonly EventChoice[];
  /** True while sending: nothing can be changed. */
  isLocked: boolean;
  onEdit: (step: Step) => void;
};

/** All answers, as a letter to sign. */
export function ReviewLetter({ groupName, answers, events, isLocked, onEdit }: ReviewLetterProps) {
  const line = { isLocked, onEdit };
  const name = `${answers.firstName.trim()} ${answers.lastName.trim()}`;
  const interests = interestWords(answers);
  const instagram = answers.instagram.trim();
  return (
    <div className={styles.letter}>
      <p className={styles.greeting}>Dear {groupName},</p>
      <ul className={styles.lines}>
        <Line step={1} {...line}>
          You can reach me at{" "}
          <span className={styles.whole}>
            <Said>{formatPhone(answers.phone)}</Said>.
          </span>
        </Line>
        <Line step={2} {...line}>
          My name is <Said>{name}</Said>.
        </Line>
        <Line step={3} {...line}>
          My email is <Said>{answers.email.trim()}</Said>.
        </Line>
        <Line step={4} {...line}>
          I am <Said>{answers.sex}</Said> and wear shirt size <Said>{answers.shirtSize}</Said>.
        </Line>
        <Line step={5} {...line}>
          {instagram ? (
            <>
              On Instagram I am <Said>{instagram}</Said>.
            </>
          ) : (
            "I am not on Instagram, or keep it to myself."
          )}
        </Line>
        <Line step={6} {...line}>
          {interests ? (
            <>
              I like <Said>{interests}</Said>.
            </>
          ) : (
            "I am open to anything."
          )}
        </Line>
        <Line step={7} {...line}>
          <Events events={chosenEvents(answers, events)} />
        </Line>
        <Line step={8} {...line}>
          <Heard answers={answers} />
        </Line>
      </ul>
      <p className={styles.closing}>See you out there,</p>
      <p className={styles.signature}>{name}</p>
    </div>
  );
}
