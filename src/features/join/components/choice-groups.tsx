import { useState } from "react";
import { useSiteFacts } from "#src/features/site/use-site-facts.ts";
import styles from "#src/ui/field.module.css";

type ChipsProps = {
  /** For screens where nothing else asks the question. */
  isLegendShown?: boolean;
  choices: readonly string[];
  chosen: readonly string[];
  onChosen: (chosen: string[]) => void;
};

/** Adds `choice` to the chosen ones, or removes it. */
export function toggled(chosen: readonly string[], choice: string): string[] {
  return chosen.includes(choice) ? chosen.filter((each) => each !== choice) : [...chosen, choice];
}

/** The interests to choose from. */
export function Chips({ isLegendShown = false, choices, chosen, onChosen }: ChipsProps) {
  return (
    <fieldset className={styles.group}>
      <legend className={isLegendShown ? styles.label : "visually-hidden"}>Interests</legend>
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

/** The group's interests, and what was chosen in another form or from an earlier list. */
export function Interests(props: Omit<ChipsProps, "choices">) {
  const { interests = [] } = useSiteFacts() ?? {};
  const [before] = useState(props.chosen);
  return <Chips {...props} choices={[...new Set([...interests, ...before])]} />;
}
