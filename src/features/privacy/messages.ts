/** The last organizer cannot delete their account. */
export const LAST_ORGANIZER_STAYS =
  "You're the only organizer. Hand the group over in the console under Apps, Roles, then delete your account.";
