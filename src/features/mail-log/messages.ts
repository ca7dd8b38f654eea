export const MAIL_NOT_FOUND = "This mail is not in the outbox.";
export const MAIL_NOT_FAILED = "Only a mail that could not be sent can be sent again.";
export const MAIL_WAITS = "The mail is on its way again.";
