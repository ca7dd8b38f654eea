export const SUPPORT_FAILURE = "There was a problem submitting the form";
export const SUPPORT_RECEIVED = "We got your message.";
