/** The sentences of the member dashboard. */
export const EVENTS_FAILED = "Failed to load events. Please try again later.";
export const NO_CHATS = "No chats available";
export const CONFIRM_DELETE = "Please type DELETE to confirm";
/** Who wrote what a deleted person wrote. */
export const FORMER_MEMBER = "Former member";
/** What outlives an account, and why. */
export const KEPT_AFTER_DELETION = [
  `Your chat messages stay under the name '${FORMER_MEMBER}', so that conversations keep their sense.`,
  "Past events keep how many came, without who. Events you host stay, without your name.",
  "What you paid stays in the group’s books as amounts and days, without you. A card subscription that still runs is stopped at the card provider: use the link in its receipt mail.",
  "If you unsubscribed, your address stays on that list alone, so that nothing is ever sent to it.",
] as const;
