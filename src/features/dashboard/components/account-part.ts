import type { Profile } from "#src/features/profile/schema.ts";

/** Props of each section of the tab "Account". */
export type AccountPartProps = { profile: Profile; onProfile: (profile: Profile) => void };
