import { useState } from "react";
import styles from "#src/features/events/form/components/form.module.css";
import { Advanced } from "#src/features/events/form/components/sections.tsx";
import type { Draft, DraftForm, Faults } from "#src/features/events/form/rules/draft.ts";
import { Button } from "#src/ui/button-link.tsx";

const ADVANCED: readonly (keyof Draft)[] = [
  "submitterName",
  "phone",
  "shortLocation",
  "pollText",
  "pollPrivateLocation",
  "groupMeChatUrl",
  "groupMeChatId",
  "facebookLink",
  "groupmeImg",
  "minimum",
  "decideMinutesBefore",
];
const ADVANCED_ID = "create-advanced";

function hasAdvanced(faults: Faults): boolean {
  return ADVANCED.some((name) => name in faults);
}

/** What few need, behind a button. */
export function AdvancedFields({ form, isEdit = false }: { form: DraftForm; isEdit?: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  // What has to be mended is not hidden.
  const isShown = isOpen || hasAdvanced(form.faults);
  return (
    <>
      <div id={ADVANCED_ID} hidden={!isShown}>
        {isShown && <Advanced form={form} isEdit={isEdit} />}
      </div>
      <Button
        variant="quiet"
        className={styles.more}
        aria-expanded={isShown}
        aria-controls={ADVANCED_ID}
        onClick={() => setIsOpen(!isShown)}
      >
        {isShown ? "Hide advanced fields" : "Show advanced fields"}
      </Button>
    </>
  );
}
