export const FORM_REFUSED = "This could not be sent: please look at what is marked.";
export const FORM_TYPE_REQUIRED = "The form type is required.";
export const REPORT_ELSEWHERE = "Reports are sent to /api/reports.";
/** What happens next. */
export const FORM_RECEIVED =
  "Thank you, we got your message. Someone from the group will read it and write back to you.";
export const WAITING_FORM_RECEIVED =
  "Thank you, we have your name. When a space opens up, someone from the group will write to you. The space is yours once you reply.";
export const WAITING_LINK_SENT =
  "Thank you, we have your name. Open the link in the email we just sent, and you’re in line. Members and visitors wait in one line, in the order they join it.";
export const ENTRY_RECEIVED =
  "Your team is registered for the tournament. We write again when the draw is made. To change your team, send the form again before sign-up closes on Friday at 11:59pm: our organizers see both.";
export const ENTRIES_FULL =
  "All 40 entries are taken, so your team could not be added. Write to Support if you would play when another team drops out.";
export const ENTRIES_CLOSED = "Sign-up closed on Friday at 11:59pm, so your team could not be added.";

export const MESSAGE_NOT_FOUND = "This message no longer exists. Please reload the list.";
export const MESSAGE_DONE = "Done.";
export const MESSAGE_REOPENED = "Open again.";
