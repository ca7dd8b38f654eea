import { Link } from "react-router";
import styles from "#src/features/console/components/panel.module.css";
import { AuditLog } from "#src/features/history/components/audit-log.tsx";
import { Messages } from "#src/features/inbox/components/messages.tsx";
import { Outbox } from "#src/features/mail-log/components/outbox.tsx";
import { SecurityLog } from "#src/features/history/components/security-log.tsx";
import { PaymentsApp } from "#src/features/membership/books/components/payments-app.tsx";
import { PhotoRequestsApp } from "#src/features/events/takedowns/components/photo-requests-app.tsx";
import { useAddress } from "#src/ui/use-address.ts";
import { UserManager } from "#src/features/people/components/manager/user-manager.tsx";

const APPS = [
  { id: "users", label: "User Manager", App: UserManager },
  { id: "messages", label: "Messages", App: Messages },
  { id: "payments", label: "Payments", App: PaymentsApp },
  { id: "photos", label: "Photo requests", App: PhotoRequestsApp },
  { id: "outbox", label: "Outbox", App: Outbox },
  { id: "audit", label: "Audit log", App: AuditLog },
  { id: "security", label: "Security log", App: SecurityLog },
] as const;

/** The tab 'Apps': which of them is shown stands in the address. */
export function AppsTab() {
  const [{ app }] = useAddress(["app"]);
  const shown = APPS.find(({ id }) => id === app) ?? APPS[0];
  return (
    <div className={styles.apps}>
      <nav aria-label="Apps" className={styles.nav}>
        {APPS.map(({ id, label }) => (
          <Link
            key={id}
            to={`?tab=apps&app=${id}`}
            preventScrollReset
            className={styles.app}
            aria-current={id === shown.id ? "page" : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      <shown.App key={shown.id} />
    </div>
  );
}
