import { useRef } from "react";
import { useBeforeUnload, useBlocker } from "react-router";
import styles from "#src/features/settings/components/settings.module.css";
import { LeaveQuestion } from "#src/ui/leave-question.tsx";
import { useTyped } from "#src/ui/use-typed.ts";

/** Asks before another panel or page replaces the forms inside, if one of them is marked `data-unsaved`. */
export function LeaveGuard({ children }: { children: React.ReactNode }) {
  const panel = useRef<HTMLDivElement>(null);
  const { focusLast } = useTyped(panel);
  // Read from the page when somebody leaves: the router takes one blocker, and each form keeps its own draft.
  const isUnsaved = () => Boolean(panel.current?.querySelector("[data-unsaved]"));
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      (from.pathname !== to.pathname || from.search !== to.search) && isUnsaved(),
  );
  useBeforeUnload((event) => {
    if (isUnsaved()) event.preventDefault();
  });
  return (
    <div>
      <div ref={panel} className={styles.settings}>
        {children}
      </div>
      {blocker.state === "blocked" && (
        <div className={styles.leave}>
          <LeaveQuestion onStay={blocker.reset} onLeave={blocker.proceed} focusBack={focusLast} />
        </div>
      )}
    </div>
  );
}
