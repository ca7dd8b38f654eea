import type { Profile } from "#src/features/profile/schema.ts";

/** What each part of the tab "Account" is given. */
export type AccountPartProps = { profile: Profile; onProfile: (profile: Profile) => void };
