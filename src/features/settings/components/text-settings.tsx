import { SettingText, type SettingsPart } from "#src/features/settings/components/settings-section.tsx";
import styles from "#src/features/settings/components/settings.module.css";
import { BudgetList } from "#src/features/membership/components/budget-list.tsx";
import { useSiteFacts } from "#src/features/site/use-site-facts.ts";
import { readBudget } from "#src/shared/budget.ts";
import type { GroupSettings } from "#src/shared/group-settings.ts";
import { messageOf } from "#src/shared/message-texts.ts";

function BudgetPreview({ budget: text }: GroupSettings) {
  const budget = readBudget(text);
  return budget.length === 0 ? <p>The page of the plans shows no budget.</p> : <BudgetList budget={budget} />;
}

export const BUDGET_SETTINGS: SettingsPart = {
  id: "budget",
  title: "Budget",
  Fields: ({ section }) => (
    <SettingText
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
      <SettingText
        section={section}
        name="welcomeText"
        hint={`For someone approved. ${FILLED_IN}`}
        rows={6}
        maxLength={1000}
      />
      <SettingText
        section={section}
        name="followUpText"
        hint={`For someone who was not found. ${FILLED_IN}`}
        rows={6}
        maxLength={1000}
      />
    </>
  ),
  Preview: MessagesPreview,
};
