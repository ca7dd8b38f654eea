export const PLACE_FAILED = "This could not be sent. Please look at the marked fields.";
export const ANSWER_UNKNOWN = "Answer going or not_going.";
/** The rate limit covers a whole network, where most people did nothing wrong. */
export const NETWORK_BUSY = "Many people on your network are asking for a space at the same time.";
export const INBOX_BUSY =
  "We just sent this address several emails. Look for them in your inbox and in spam, or try again in an hour.";
export const PLACE_ASKED =
  "Check your email. Open the link we sent, and confirm if the page asks you to. The link works for 24 hours, or until the event starts. Spaces go in the order people confirm.";
export const LINK_OVER =
  "This link doesn’t work anymore. Open the event’s page to take a space, or ask for another link.";
export const GUEST_LINK_OVER =
  "There is no space behind this link anymore. Ask the person who brings you, or take a space of your own on the event’s page.";
export const NOT_PROVEN = "Open the link and take the space first.";
export const SIGN_IN_TO_CHANGE = "This space belongs to your account. Sign in to change it.";
