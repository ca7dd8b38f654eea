import IconApps from "@tabler/icons-react/dist/esm/icons/IconApps.mjs";
import IconCalendarEvent from "@tabler/icons-react/dist/esm/icons/IconCalendarEvent.mjs";
import IconMessages from "@tabler/icons-react/dist/esm/icons/IconMessages.mjs";
import IconUserCircle from "@tabler/icons-react/dist/esm/icons/IconUserCircle.mjs";
import IconUserPlus from "@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs";
import styles from "#src/features/console/components/console-tabs.module.css";
import { CONSOLE_TITLE } from "#src/features/console/messages.ts";
import type { Counts } from "#src/features/console/schema.ts";
import { counted } from "#src/shared/counted.ts";
import { type Tab, Tabs } from "#src/ui/tabs.tsx";

/** `short` fits the bottom bar of a phone. */
export const CONSOLE_TABS = [
  { id: "pending", label: "Pending Requests", short: "Pending", Icon: IconUserPlus },
  { id: "events", label: "Social Events", short: "Events", Icon: IconCalendarEvent },
  { id: "apps", label: "Apps", short: "Apps", Icon: IconApps },
  { id: "chat", label: "Chat", short: "Chat", Icon: IconMessages },
  { id: "account", label: "Account", short: "Account", Icon: IconUserCircle },
] as const;
export type ConsoleTab = (typeof CONSOLE_TABS)[number]["id"];

function waitingIn(id: ConsoleTab, counts: Counts): Tab<ConsoleTab>["waiting"] {
  const { pendingRequests, proposals, failedMails, openMessages, openReports, photoRequests, unmatchedPayments } =
    counts;
  const pending = pendingRequests + proposals;
  const heldEvents = counts.heldEvents + counts.eventChanges;
  if (id === "pending") return { count: pending, words: `${pending} waiting for an answer` };
  if (id === "events") return { count: heldEvents, words: `${heldEvents} waiting to be published` };
  if (id === "apps") {
    const waiting = [
      openMessages > 0 && counted(openMessages, "open message", "open messages"),
      openReports > 0 && counted(openReports, "report", "reports"),
      photoRequests > 0 && counted(photoRequests, "photo request", "photo requests"),
      unmatchedPayments > 0 && counted(unmatchedPayments, "payment without a person", "payments without a person"),
      failedMails > 0 && counted(failedMails, "failed mail", "failed mails"),
    ].filter((words) => words !== false);
    const count = openMessages + openReports + photoRequests + unmatchedPayments + failedMails;
    return { count, words: waiting.join(", ") };
  }
  return undefined;
}

type ConsoleTabsProps = {
  tabs: readonly (typeof CONSOLE_TABS)[number][];
  current: ConsoleTab;
  counts: Counts | null;
  onChoose: (tab: ConsoleTab, isStep: boolean) => void;
};

/** The console's tabs: a row on wide screens, a bottom bar on phones. */
export function ConsoleTabs({ tabs: shown, current, counts, onChoose }: ConsoleTabsProps) {
  const tabs = shown.map(({ id, label, short, Icon }) => {
    const waiting = counts ? waitingIn(id, counts) : undefined;
    return {
      id,
      label: (
        <>
          <Icon className={styles.icon} size={22} stroke={1.75} aria-hidden />
          {short === label ? (
            <span>{label}</span>
          ) : (
            <>
              <span className={styles.long}>{label}</span>
              <span className={styles.short}>{short}</span>
            </>
          )}
        </>
      ),
      ...(waiting && { waiting }),
    };
  });
  return (
    <div data-action-bar>
      <Tabs label={CONSOLE_TITLE} tabs={tabs} current={current} onChoose={onChoose} className={styles.bar} />
    </div>
  );
}
