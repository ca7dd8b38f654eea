import panel from "#src/features/console/components/panel.module.css";
import styles from "#src/features/roles/components/roles.module.css";
import { ACTION_WORDS, ROLE_USES } from "#src/features/roles/messages.ts";
import { type Action, ACTION_ROLES, ACTIONS, type Role, ROLES, ROLE_WORDS } from "#src/shared/roles.ts";

const includes = (role: Role, action: Action) => role === "organizer" || ACTION_ROLES[action].includes(role);

/** The permissions of each role, from the table that the server enforces. */
export function RoleTable() {
  return (
    <section aria-labelledby="who-may">
      <h2 id="who-may" className={panel.title}>
        Who may do what
      </h2>
      <dl className={styles.uses}>
        {ROLES.map((role) => (
          <div key={role}>
            <dt>{ROLE_WORDS[role]}</dt>
            <dd>{ROLE_USES[role]}</dd>
          </div>
        ))}
      </dl>
      {/* Scrolls on its own where its columns do not fit. */}
      <div className={styles.scroll} tabIndex={0} role="region" aria-label="Rights of each role">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Right</th>
              {ROLES.map((role) => (
                <th key={role} scope="col">
                  {ROLE_WORDS[role]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ACTIONS.map((action) => (
              <tr key={action}>
                <th scope="row">
                  {ACTION_WORDS[action][0]}
                  <span className="quiet">{ACTION_WORDS[action][1]}</span>
                </th>
                {ROLES.map((role) => (
                  <td key={role} data-role={ROLE_WORDS[role]} data-may={includes(role, action) || undefined}>
                    {includes(role, action) ? "Yes" : <span className="visually-hidden">No</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
