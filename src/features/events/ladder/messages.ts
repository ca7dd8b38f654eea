export const CHOOSE_A_SEASON = "Choose a season.";
export const CHOOSE_AN_ACTIVITY = "Choose an activity.";
