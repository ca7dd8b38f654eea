export const FORM_REFUSED = "This could not be sent: please look at what is marked.";
export const FORM_TYPE_REQUIRED = "The form type is required.";
export const EMAIL_REQUIRED = "Email is required.";
export const EMAIL_INVALID = "Please enter a valid email address.";
/** What happens next. */
export const FORM_RECEIVED = "Thank you, we have your message. Somebody of the group reads it and writes back to you.";
export const WAITING_FORM_RECEIVED =
  "Thank you, we have your name. When a place becomes free, somebody of the group writes to you: the place is yours once you answer.";
