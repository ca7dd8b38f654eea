/** Messages about a person's own profile. */
export const SET_ONCE = "cannot be changed after initial setup";
export const SETUP_IS_FINAL = `Phone, sex and shirt size ${SET_ONCE}.`;
export const CHECK_JOIN_FORM = "These came with a join form. Please check them: you can correct them once.";
export const PROFILE_INVALID = "Please check the marked fields.";
export const SEX_REQUIRED = "Choose male or female.";
export const SIZE_REQUIRED = "Choose one of the sizes.";
export const AGE_RANGE = "An age in years, from 13 to 120.";
export const EMAIL_FIXED = "The address of an account cannot be changed here.";
export const RECORD_GONE = "Your record has just changed. Please load the page again.";
export const FAILED_TO_LOAD_PROFILE = "Failed to load your profile. Please try again later.";

export const USER_NOT_FOUND = "This person is not in the database anymore. Please reload the list.";

/** For people who were still on the waiting list when an event started. */
export const WAITED_IN_VAIN = "The event has started, and no space opened up for you.";
