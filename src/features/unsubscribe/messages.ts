export const FORM_INCOMPLETE = "All fields are required unless specified";
export const UNSUBSCRIBED = "Thanks, we received your request to unsubscribe.";
export const UNSUBSCRIBE_FAILED = "Your request did not reach us. What you typed is still here: please try again.";
export const LINK_UNKNOWN = "This link isn’t valid, or its address was removed. That address gets no mail.";
/** The required first word of the message, so that its reader recognizes the request. */
export const UNSUBSCRIBE_WORD = "UNSUBSCRIBE";
