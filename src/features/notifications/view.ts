import type { pushPreferences } from "#src/db/tables/push.ts";
import type { PushSettings } from "#src/features/notifications/schema.ts";

type Row = { readonly devices: number; readonly preferences: typeof pushPreferences.$inferSelect | undefined };

/** A person's own notification settings. */
export function viewPushSettings({ devices, preferences }: Row, publicKey: string): PushSettings {
  return {
    publicKey,
    devices,
    mutedKinds: preferences?.mutedKinds ?? [],
    mutedActivities: preferences?.mutedActivities ?? [],
  };
}
