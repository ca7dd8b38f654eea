import { useEffect, useRef } from "react";
import { Link } from "react-router";
import styles from "#src/features/console/components/panel.module.css";
import { AnnouncementsApp } from "#src/features/announcements/components/announcements-app.tsx";
import { AutomationApp } from "#src/features/automation/components/automation-app.tsx";
import { AuditLog } from "#src/features/history/components/audit-log.tsx";
import { InsightsApp } from "#src/features/insights/components/insights-app.tsx";
import { Messages } from "#src/features/inbox/components/messages.tsx";
import { Outbox } from "#src/features/mail-log/components/outbox.tsx";
import { SecurityLog } from "#src/features/history/components/security-log.tsx";
import { PaymentsApp } from "#src/features/membership/books/components/payments-app.tsx";
import { OwedApp } from "#src/features/events/costs/components/owed-app.tsx";
import { PhotoRequestsApp } from "#src/features/events/takedowns/components/photo-requests-app.tsx";
import { ReportsApp } from "#src/features/reports/components/reports-app.tsx";
import { CONSOLE_TITLE } from "#src/features/console/messages.ts";
import { usePageTitle } from "#src/features/site/use-site-facts.ts";
import type { Counts } from "#src/features/console/schema.ts";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { useAddress } from "#src/ui/use-address.ts";
import { Roles } from "#src/features/roles/components/roles.tsx";
import { SettingsApp } from "#src/features/settings/components/settings-app.tsx";
import type { Action } from "#src/shared/roles.ts";
import { PeopleApp } from "#src/features/person/components/people-app.tsx";

type App = {
  readonly id: string;
  readonly label: string;
  readonly App: React.ComponentType<{ mayDo: (action: Action) => boolean }>;
  /** The action that a role must include. */
  readonly needs: Action;
  /** Its queue. */
  readonly waiting?: keyof Counts;
};

const APPS: readonly App[] = [
  { id: "users", label: "User Manager", App: PeopleApp, needs: "read_people" },
  { id: "messages", label: "Messages", App: Messages, needs: "answer_messages", waiting: "openMessages" },
  { id: "reports", label: "Reports", App: ReportsApp, needs: "read_reports", waiting: "openReports" },
  { id: "payments", label: "Payments", App: PaymentsApp, needs: "read_money", waiting: "unmatchedPayments" },
  { id: "owed", label: "Who owes", App: OwedApp, needs: "read_money" },
  { id: "insights", label: "Insights", App: InsightsApp, needs: "read_insights" },
  { id: "photos", label: "Photo requests", App: PhotoRequestsApp, needs: "manage_photos", waiting: "photoRequests" },
  { id: "announcements", label: "Announcements", App: AnnouncementsApp, needs: "write_announcements" },
  { id: "automation", label: "Automation", App: AutomationApp, needs: "change_automation" },
  { id: "outbox", label: "Outbox", App: Outbox, needs: "read_outbox", waiting: "failedMails" },
  { id: "audit", label: "Audit log", App: AuditLog, needs: "read_logs" },
  { id: "security", label: "Security log", App: SecurityLog, needs: "read_logs" },
  { id: "settings", label: "Settings", App: SettingsApp, needs: "change_settings" },
  { id: "roles", label: "Roles", App: Roles, needs: "grant_roles" },
];

/** On phones, scrolls the current app's button into view. */
function useShownInRow(id: string | undefined) {
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const link = row.current?.querySelector("[aria-current]");
    if (!row.current || !link) return;
    const [outer, inner] = [row.current.getBoundingClientRect(), link.getBoundingClientRect()];
    row.current.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
  }, [id]);
  return row;
}

/** The 'Apps' tab; the URL names the current app. */
export function AppsTab({ counts, mayDo }: { counts: Counts | null; mayDo: (action: Action) => boolean }) {
  const [{ app, person }] = useAddress(["app", "person"]);
  const apps = APPS.filter(({ needs }) => mayDo(needs));
  const shown = apps.find(({ id }) => id === app) ?? apps[0];
  const row = useShownInRow(shown?.id);
  // A person's page is titled with their name.
  const hasOwnTitle = shown?.id === "users" && person !== "";
  usePageTitle(shown && !hasOwnTitle ? `${shown.label} — ${CONSOLE_TITLE}` : null);
  if (!shown) return <EmptyState picture="joined" title="No apps for your role" />;
  return (
    <div className={styles.apps}>
      <nav ref={row} aria-label="Apps" className={styles.nav}>
        {apps.map(({ id, label, waiting }) => (
          <Link
            key={id}
            to={`?tab=apps&app=${id}`}
            preventScrollReset
            className={styles.app}
            aria-current={id === shown.id ? "page" : undefined}
          >
            {label}
            {waiting && counts !== null && counts[waiting] > 0 && (
              <span className={styles.badge}>
                {counts[waiting]}
                <span className="visually-hidden"> waiting</span>
              </span>
            )}
          </Link>
        ))}
      </nav>
      <shown.App key={shown.id} mayDo={mayDo} />
    </div>
  );
}
