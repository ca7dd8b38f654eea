import type { Config } from "#src/config.server.ts";
import { type GroupConfig, groupConfig } from "#src/config/group-config.ts";
import type { GroupSettings } from "#src/shared/group-settings.ts";

/** The group's settings in this process; they change while the site runs. */
export type LiveSettings = {
  /** Defaults for settings that the console has not set: the environment's values. */
  readonly start: GroupSettings;
  readonly now: GroupSettings;
  /** Applies the settings saved in the console. */
  set(changed: Partial<GroupSettings>): void;
  /** Calls `listener` after each {@link LiveSettings.set}. */
  follow(listener: () => void): void;
};

/** The configuration with live group settings: its group fields always reflect the current ones. */
export function liveConfig(start: Config): { config: Config; settings: LiveSettings } {
  let now = start.startSettings;
  let parts: GroupConfig = groupConfig(now, start.mailSender);
  const listeners: (() => void)[] = [];
  const names = Object.keys(parts) as (keyof GroupConfig)[];
  const live = Object.fromEntries(names.map((name) => [name, { get: () => parts[name], enumerable: true }]));
  return {
    config: Object.defineProperties({ ...start }, live),
    settings: {
      start: start.startSettings,
      get now() {
        return now;
      },
      set(changed) {
        now = { ...start.startSettings, ...changed };
        parts = groupConfig(now, start.mailSender);
        for (const listener of listeners) listener();
      },
      follow(listener) {
        listeners.push(listener);
      },
    },
  };
}
