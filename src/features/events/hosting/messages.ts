export const UNKNOWN_LIST = "Ask for the events that are to come (upcoming) or for those that are over (past).";
