import { useLayoutEffect, useRef, useState } from "react";
import styles from "#src/features/events/form/components/form.module.css";
import { Advanced } from "#src/features/events/form/components/sections.tsx";
import { BLANK, completed, type Draft, type DraftForm } from "#src/features/events/form/rules/draft.ts";

const ADVANCED: readonly (keyof Draft)[] = [
  "socialEventId",
  "hostId",
  "submitterName",
  "phone",
  "guestsPerPerson",
  "bring",
  "mapPoint",
  "shortLocation",
  "pollText",
  "pollPrivateLocation",
  "groupMeChatUrl",
  "groupMeChatId",
  "facebookLink",
  "groupmeImg",
  "minimum",
  "decideMinutesBefore",
  "takesTurns",
];

/** Whether an advanced field differs from its default. */
function isFilledIn(draft: Draft, isEdit: boolean): boolean {
  const shown = completed(draft);
  const blank = completed({ ...draft, ...Object.fromEntries(ADVANCED.map((name) => [name, BLANK[name]])) });
  // The id of an existing event is fixed.
  return ADVANCED.some((name) => !(isEdit && name === "socialEventId") && shown[name] !== blank[name]);
}

/** Fields that few events need. Opens automatically if one has a value or an error; works without scripts. */
export function AdvancedFields({ form, isEdit = false }: { form: DraftForm; isEdit?: boolean }) {
  const details = useRef<HTMLDetailsElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const { draft, faults } = form;
  const isFilled = isFilledIn(draft, isEdit);
  useLayoutEffect(() => {
    const isFaulty = ADVANCED.some((name) => name in faults);
    if (details.current && (isFaulty || isFilled)) details.current.open = true;
  }, [faults, isFilled]);
  return (
    <details ref={details} className={styles.advanced} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{isOpen ? "Hide advanced fields" : "Show advanced fields"}</summary>
      <Advanced form={form} isEdit={isEdit} />
    </details>
  );
}
