export const NO_POLL = "This event has no poll.";
export const POLL_CLOSED = "This poll is closed.";
export const NOT_AN_OPTION = "One of these is not an option of this poll.";
export const CHOOSE_ONE = "Choose one of the options.";
export const OPTIONS_NEEDED = "Send the ids of the options you choose.";
export const CLOSED_OR_NOT = "Say whether the poll is closed (true or false).";
