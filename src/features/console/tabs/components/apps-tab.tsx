import { Link } from "react-router";
import styles from "#src/features/console/components/panel.module.css";
import { AuditLog } from "#src/features/history/components/audit-log.tsx";
import { Messages } from "#src/features/inbox/components/messages.tsx";
import { Outbox } from "#src/features/mail-log/components/outbox.tsx";
import { SecurityLog } from "#src/features/history/components/security-log.tsx";
import { PaymentsApp } from "#src/features/membership/books/components/payments-app.tsx";
import { PhotoRequestsApp } from "#src/features/events/takedowns/components/photo-requests-app.tsx";
import type { Counts } from "#src/features/console/schema.ts";
import { useAddress } from "#src/ui/use-address.ts";
import { UserManager } from "#src/features/people/components/manager/user-manager.tsx";

type App = {
  readonly id: string;
  readonly label: string;
  readonly App: React.ComponentType;
  /** What waits in it. */
  readonly waiting?: keyof Counts;
};

const APPS: readonly [App, ...App[]] = [
  { id: "users", label: "User Manager", App: UserManager },
  { id: "messages", label: "Messages", App: Messages, waiting: "openMessages" },
  { id: "payments", label: "Payments", App: PaymentsApp },
  { id: "photos", label: "Photo requests", App: PhotoRequestsApp, waiting: "photoRequests" },
  { id: "outbox", label: "Outbox", App: Outbox, waiting: "failedMails" },
  { id: "audit", label: "Audit log", App: AuditLog },
  { id: "security", label: "Security log", App: SecurityLog },
];

/** The tab 'Apps': which of them is shown stands in the address. */
export function AppsTab({ counts }: { counts: Counts | null }) {
  const [{ app }] = useAddress(["app"]);
  const shown = APPS.find(({ id }) => id === app) ?? APPS[0];
  return (
    <div className={styles.apps}>
      <nav aria-label="Apps" className={styles.nav}>
        {APPS.map(({ id, label, waiting }) => (
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
      <shown.App key={shown.id} />
    </div>
  );
}
