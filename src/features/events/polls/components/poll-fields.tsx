import IconX from "@tabler/icons-react/dist/esm/icons/IconX.mjs";
import styles from "#src/features/events/polls/components/poll-fields.module.css";
import { LONGEST_CHOICE, LONGEST_QUESTION, MOST_OPTIONS, type PollDraft } from "#src/features/events/polls/rules.ts";
import { Button } from "#src/ui/button-link.tsx";
import { FieldError, RadioGroup, TextField } from "#src/ui/field.tsx";

const NEW_CHOICE = { id: null, label: "" };
const FEWEST_OPTIONS = 2;

type PollFieldsProps = {
  /** Prefix of the fields' ids. */
  id: string;
  draft: PollDraft;
  /** Errors by the API's field name. */
  faults: Readonly<Record<string, string>>;
  onDraft: (draft: PollDraft) => void;
};

function Choices({ id, draft, onDraft }: Omit<PollFieldsProps, "faults">) {
  const { choices } = draft;
  const put = (next: PollDraft["choices"]) => onDraft({ ...draft, choices: next });
  return (
    <>
      {choices.map((choice, index) => (
        <div key={index} className={styles.choice}>
          <TextField
            id={`${id}-choice-${index}`}
            label={`Choice ${index + 1}`}
            autoComplete="off"
            maxLength={LONGEST_CHOICE}
            value={choice.label}
            onValue={(label) => put(choices.with(index, { ...choice, label }))}
          />
          {choices.length > FEWEST_OPTIONS && (
            <button type="button" className={styles.remove} onClick={() => put(choices.toSpliced(index, 1))}>
              <IconX size={20} aria-hidden />
              <span className="visually-hidden">Remove choice {index + 1}</span>
            </button>
          )}
        </div>
      ))}
      {choices.length < MOST_OPTIONS && (
        <Button variant="quiet" className={styles.more} onClick={() => put([...choices, NEW_CHOICE])}>
          Add a choice
        </Button>
      )}
    </>
  );
}

/** The fields of a poll: question, choices, who may vote, and whether several choices are allowed. */
export function PollFields({ id, draft, faults, onDraft }: PollFieldsProps) {
  const { question, ...others } = faults;
  return (
    <div className={styles.fields}>
      <TextField
        id={`${id}-question`}
        label="Question"
        autoComplete="off"
        maxLength={LONGEST_QUESTION}
        value={draft.question}
        error={question}
        onValue={(words) => onDraft({ ...draft, question: words })}
      />
      <Choices id={id} draft={draft} onDraft={onDraft} />
      <FieldError id={`${id}-choices`} error={Object.values(others)[0]} />
      <RadioGroup
        name={`${id}-multiple`}
        legend="How many may be chosen"
        choices={[
          { value: "one", label: "One" },
          { value: "several", label: "Several" },
        ]}
        value={draft.multiple ? "several" : "one"}
        onValue={(value) => onDraft({ ...draft, multiple: value === "several" })}
      />
      <RadioGroup
        name={`${id}-audience`}
        legend="Who sees it and votes"
        choices={[
          { value: "members", label: "Members only" },
          { value: "everybody", label: "Everyone" },
        ]}
        value={draft.membersOnly ? "members" : "everybody"}
        onValue={(value) => onDraft({ ...draft, membersOnly: value === "members" })}
      />
    </div>
  );
}
