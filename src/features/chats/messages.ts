/** The sentences of the chat pages. */
export const NO_CHATS = "No chats available.";
export const FAILED_TO_LOAD_CHATS = "Failed to load chats. Please try again later.";
export const LOG_IN_FOR_CHATS = "Please log in to view the chat list/details.";
export const NO_ANSWER = "The chats gave no answer. Please try again.";
export const EMPTY_MESSAGE = "Please write something first.";
export const MESSAGE_NOT_SENT = "This message cannot be sent as it is.";
/** Stands before the sentence that says so. */
export const CHAT_NOT_FOUND_TITLE = "Chat Not Found";
export const CHAT_NOT_FOUND = "The requested chat could not be found.";
/** A person whose record has no name. */
export const NAMELESS = "Somebody";
export const badLimit = (max: number) => `A page may have 1 to ${max}.`;
