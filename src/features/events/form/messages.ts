export const LOCATION_REQUIRED = "Say where it is.";
export const SHORT_LOCATION_FORM = "The short location has at most 3 words.";
export const CHAT_URL_FORM = "Give the whole address of the chat, beginning with https://, or leave it empty.";
export const CHAT_UNKNOWN = "Pick one of the chat groups.";
export const PICTURE_UNKNOWN = "Choose one of the pictures, or upload your own.";
export const UPLOADING = "Uploading the picture…";

export const LENGTH_FORM = "The length is a number of hours, like 2 or 1.5; a week at most.";
export const COST_FORM = "The cost is a number of dollars, like 5 or 12.50; at most 10,000.";
export const GUESTS_FORM = "A person can bring 0 to 3 guests.";
export const SPACES_FORM = "Spaces are a whole number: empty when not known, 1000 for no limit.";
