export const WHAT_HAPPENED = "Please say what happened.";
export const REPORT_EMAIL_INVALID = "Please enter a valid email address.";
export const REPORT_REFUSED = "Your report was not sent: please look at what is marked.";
/** Also said of a message that the reporter may not read, which for them does not exist. */
export const REPORTED_MESSAGE_GONE =
  "This message is not there any more. Say below what happened, and who it is about, without it.";
export const REPORT_RECEIVED = "Thank you. The organizers have your report.";
export const REPORT_FAILURE = "Your report could not be sent.";
