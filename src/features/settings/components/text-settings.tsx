import type { FieldsProps, SettingsPart } from "#src/features/settings/components/settings-section.tsx";
import styles from "#src/features/settings/components/settings.module.css";
import { SETTING_WORDS } from "#src/features/settings/messages.ts";
import { BudgetList } from "#src/features/membership/components/budget-list.tsx";
import { useSiteFacts } from "#src/features/site/use-site-facts.ts";
import { readBudget } from "#src/shared/budget.ts";
import type { GroupSettings } from "#src/shared/group-settings.ts";
import { messageOf } from "#src/shared/message-texts.ts";
import { TextArea } from "#src/ui/field.tsx";

type LongTextProps = FieldsProps & {
  name: "budget" | "welcomeText" | "followUpText";
  hint: string;
  rows: number;
  maxLength: number;
};

function LongText({ section, name, ...field }: LongTextProps) {
  return (
    <TextArea
      {...field}
      label={SETTING_WORDS[name]}
      value={section.values[name]}
      error={section.faultOf(name)}
      onValue={(value) => section.change({ [name]: value })}
    />
  );
}

function BudgetPreview({ budget: text }: GroupSettings) {
  const budget = readBudget(text).filter((line) => line !== null);
  return budget.length === 0 ? <p>The page of the plans shows no budget.</p> : <BudgetList budget={budget} />;
}

export const BUDGET_SETTINGS: SettingsPart = {
  id: "budget",
  title: "Budget",
  Fields: ({ section }) => (
    <LongText
      section={section}
      name="budget"
      hint="A line for each item: the amount in dollars, then what it is for. The page of the plans shows it."
      rows={8}
      maxLength={2000}
    />
  ),
  Preview: BudgetPreview,
};

function MessagesPreview({ groupName, welcomeText, followUpText }: GroupSettings) {
  const facts = { nickname: "Ana", groupName, publicUrl: useSiteFacts()?.publicUrl ?? "" };
  return (
    <>
      <p className={styles.message}>{messageOf(welcomeText, facts)}</p>
      <p className={styles.message}>{messageOf(followUpText, facts)}</p>
    </>
  );
}

const FILLED_IN = "{name}, {group} and {site} are filled in.";

export const MESSAGES_SETTINGS: SettingsPart = {
  id: "messages",
  title: "Messages to people who ask to join",
  Fields: ({ section }) => (
    <>
      <LongText
        section={section}
        name="welcomeText"
        hint={`For somebody approved. ${FILLED_IN}`}
        rows={6}
        maxLength={1000}
      />
      <LongText
        section={section}
        name="followUpText"
        hint={`For somebody who was not found. ${FILLED_IN}`}
        rows={6}
        maxLength={1000}
      />
    </>
  ),
  Preview: MessagesPreview,
};
