import type { App } from "#src/context/app.ts";
import type { ChangeHandlers } from "#src/db/change-log.server.ts";
import { refreshSettings } from "#src/features/settings/queries.server.ts";

type Follower = {
  readonly handlers: Partial<ChangeHandlers>;
  readonly onHearing: (isHearing: boolean) => void;
};

/**
 * Adds a settings refresh to the change handlers of a process without pages. Also refreshes on reconnect, after missed
 * changes.
 */
export function withSettings(app: App, { handlers, onHearing }: Follower) {
  const refresh = () => void refreshSettings(app);
  const hearing = (isHearing: boolean) => {
    onHearing(isHearing);
    if (isHearing) refresh();
  };
  return [{ ...handlers, settings_changed: refresh }, hearing] as const;
}
