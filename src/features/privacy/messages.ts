/** Stands where a deleted person's name was. */
export const FORMER_MEMBER = "Former member";

/** The last organizer cannot leave. */
export const LAST_ORGANIZER_STAYS =
  "You're the only organizer. Hand the group over in the console under Apps, Roles, then delete your account.";
