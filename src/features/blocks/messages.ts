export const REASON_REQUIRED = "Say why. Organizers read it.";
export const UNTIL_PAST = "The last day of a block is today or later.";
export const NOT_BLOCKED = "Not blocked: some of this cannot be used.";
export const NO_SUCH_PERSON = "This person no longer exists.";
export const NOT_YOURSELF = "You cannot block yourself.";
export const HAS_A_ROLE = "This person helps to run the group. Take their roles away first.";
