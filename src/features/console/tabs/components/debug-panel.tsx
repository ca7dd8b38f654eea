import { useState } from "react";
import styles from "#src/features/console/components/console.module.css";
import { Facts } from "#src/ui/facts.tsx";
import type { Profile } from "#src/features/profile/schema.ts";
import { Button } from "#src/ui/button-link.tsx";

type DebugPanelProps = {
  profile: Profile | null;
  isOverridden: boolean;
  onOverride: (isOverridden: boolean) => void;
};

/**
 * The viewer's identity in the console. The switch keeps the page open for people without a role, to look at its
 * screens; the server does not know about it and still refuses their calls.
 */
export function DebugPanel({ profile, isOverridden, onOverride }: DebugPanelProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className={styles.debug} aria-label="Debug">
      <Button variant="quiet" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        Debug
      </Button>
      {isOpen && (
        <div className={styles.debugPanel}>
          <Facts
            facts={[
              ["Email", profile?.email ?? ""],
              ["Role", profile?.role ?? ""],
              ["Groups", profile?.groups.join(", ") ?? ""],
              ["Admin access", profile?.mayDo ? "yes" : "no"],
            ]}
          />
          <label className={styles.override}>
            <input type="checkbox" checked={isOverridden} onChange={(event) => onOverride(event.target.checked)} />
            Override: show the console anyway
          </label>
        </div>
      )}
    </section>
  );
}
