import { useLocation } from "react-router";
import { type CONSOLE_REFUSED, NOT_AN_ORGANIZER } from "#src/features/console/messages.ts";
import { Notice } from "#src/ui/notice.tsx";

/** Tells people redirected from /admin why the console did not open. */
export function ConsoleRefused() {
  const state = useLocation().state as Partial<typeof CONSOLE_REFUSED> | null;
  if (!state?.isConsoleRefused) return null;
  return (
    <div role="status">
      <Notice>
        <p>{NOT_AN_ORGANIZER}</p>
      </Notice>
    </div>
  );
}
