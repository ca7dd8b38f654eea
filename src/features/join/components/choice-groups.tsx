import styles from "#src/features/join/components/fields.module.css";
import { FieldError, errorProps, fieldId } from "#src/features/join/components/text-field.tsx";
import type { Field } from "#src/features/join/rules.ts";

type RadioGroupProps<T extends string> = {
  field: Field;
  legend: string;
  choices: readonly { readonly value: T; readonly label: string }[];
  value: T;
  error: string | undefined;
  onValue: (value: T) => void;
};

/** One of a few, side by side. */
export function RadioGroup<T extends string>({ field, legend, choices, value, error, onValue }: RadioGroupProps<T>) {
  return (
    <fieldset className={styles.group} id={fieldId(field)} tabIndex={-1} {...errorProps(field, error)}>
      <legend className={styles.label}>{legend}</legend>
      <div className={styles.segments}>
        {choices.map((choice) => (
          <label key={choice.value} className={styles.segment}>
            <input
              type="radio"
              name={field}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onValue(choice.value)}
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
      <FieldError field={field} error={error} />
    </fieldset>
  );
}

type ChipsProps = {
  legend: string;
  choices: readonly string[];
  chosen: readonly string[];
  onChosen: (chosen: string[]) => void;
};

/** With `choice` when it was not among the chosen, without it when it was. */
export function toggled(chosen: readonly string[], choice: string): string[] {
  return chosen.includes(choice) ? chosen.filter((each) => each !== choice) : [...chosen, choice];
}

/** Any number out of many. */
export function Chips({ legend, choices, chosen, onChosen }: ChipsProps) {
  return (
    <fieldset className={styles.group}>
      <legend className="visually-hidden">{legend}</legend>
      <div className={styles.chips}>
        {choices.map((choice) => (
          <label key={choice} className={styles.chip}>
            <input
              type="checkbox"
              name="interests"
              value={choice}
              checked={chosen.includes(choice)}
              onChange={() => onChosen(toggled(chosen, choice))}
            />
            <span className={styles.check} aria-hidden />
            <span>{choice}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
