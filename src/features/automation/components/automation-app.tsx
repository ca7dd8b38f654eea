import { useEffect } from "react";
import styles from "#src/features/automation/components/automation.module.css";
import { PATH, RuleCard } from "#src/features/automation/components/rule-card.tsx";
import { TITLES } from "#src/features/automation/messages.ts";
import type { Deed, LogPage, RulesAnswer } from "#src/features/automation/schema.ts";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import { LogPanel, LogTop } from "#src/features/console/components/log-panel.tsx";
import logs from "#src/features/console/components/log.module.css";
import panel from "#src/features/console/components/panel.module.css";
import { type PagedSource, usePagedList } from "#src/features/console/components/use-paged-list.ts";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";
import { Button } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";

const SOURCE: PagedSource<LogPage, Deed> = { cursor: "after", read: ({ deeds, next }) => ({ items: deeds, next }) };

const MAIL_WORDS = {
  waiting: "The mail waits, until 8 AM if it is night.",
  sent: "Mail sent.",
  skipped: "Not sent: it was no longer needed, or they unsubscribed.",
  failed: "The mail failed. See the outbox.",
} as const;

function deedWords({ kind, mail }: Deed): string {
  if (kind === "approve_match") return "Approved.";
  return mail === null ? "The outbox keeps results for 90 days." : MAIL_WORDS[mail];
}

function Deeds() {
  const list = usePagedList<LogPage, Deed>(`${PATH}/log`, SOURCE);
  return (
    <LogPanel
      id="automation-log"
      title="What it did"
      button={{ label: "Refresh", onClick: list.reload }}
      filters={null}
      list={list}
      what={["entry", "entries"]}
      empty={<p className="quiet">Nothing yet.</p>}
    >
      {(deed) => (
        <li key={deed.id} className={logs.entry}>
          <LogTop what={TITLES[deed.kind]} about={`· ${deed.name || "someone"}`} at={deed.createdAt} />
          <p className="quiet">{deedWords(deed)}</p>
        </li>
      )}
    </LogPanel>
  );
}

/** The automations, each off until an organizer turns it on, and their log. */
export function AutomationApp() {
  const { value, failure, retry, refresh } = useLoaded<RulesAnswer>(PATH, consoleFetch);
  // Another organizer may have changed it since.
  useEffect(() => void refresh(), [refresh]);
  if (failure)
    return (
      <EmptyState picture="offline" title="Automation could not be loaded" text={failure.message}>
        <Button onClick={retry}>Try again</Button>
      </EmptyState>
    );
  return (
    <div className={styles.app}>
      <section aria-labelledby="automation">
        <h2 id="automation" className={panel.title}>
          Automation
        </h2>
        <p className={styles.lead}>
          Everything here is off until you turn it on. Mails are about what happens from that moment on; none goes out
          from 9 PM to 8 AM, or to people who unsubscribed. Reminders a day before an event are always on.
        </p>
        {value === null && (
          <div className={panel.skeleton} aria-hidden>
            <span />
            <span />
          </div>
        )}
        {value && (
          <ul className={styles.rules} aria-label="Automations">
            {value.rules.map((rule) => (
              <RuleCard key={rule.kind} rule={rule} onChanged={() => void refresh()} />
            ))}
          </ul>
        )}
      </section>
      <Deeds />
    </div>
  );
}
