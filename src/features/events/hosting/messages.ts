export const UNKNOWN_LIST = "Ask for the events that are to come (upcoming) or for those that are over (past).";
export const NOT_NAMEABLE = "This person can’t be named at the moment. If you have questions, write to the organizers.";
