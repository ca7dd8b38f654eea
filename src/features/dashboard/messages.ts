import { FORMER_MEMBER } from "#src/shared/full-name.ts";

/** Messages of the member dashboard. */
export const EVENTS_FAILED = "Failed to load events. Please try again later.";
export const NO_CHATS = "No chats available";
export const CONFIRM_DELETE = "Please type DELETE to confirm";
/** Data that outlives an account, with the reason. */
export const KEPT_AFTER_DELETION = [
  `Your chat messages stay under the name '${FORMER_MEMBER}', so that conversations keep their sense. Your name, email and phone number are taken out of them. In what others wrote, your email and the name an organizer approved are replaced.`,
  "Events you host stay, without your name. The photos you added to events go.",
  "What you paid stays in the group’s books as amounts and days, without you. Deleting your account does not stop a card subscription: stop it yourself at the card provider, with the link in its receipt mail.",
  "If you unsubscribed, a scrambled form of your address stays on that list, so that nothing is ever sent to it.",
] as const;
