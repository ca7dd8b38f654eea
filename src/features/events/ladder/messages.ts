export const CHOOSE_A_SEASON = "Choose a season.";
export const CHOOSE_AN_ACTIVITY = "Choose an activity.";
export const SAY_WHAT_IS_WRONG = "Say in a sentence what is wrong, such as the score as you saw it.";
export const DOUBT_NOT_SENT = "This was not sent to the host.";
export const NO_SUCH_RESULT = "This is not one of your results anymore. Reload the page.";
