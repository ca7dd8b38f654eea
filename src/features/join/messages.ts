export const STEP_INCOMPLETE = "Please fill out all required fields.";
export const FORM_INCOMPLETE = "All fields are required unless specified";
export const JOIN_SUCCESS = "Success! We got your request to join our group!";
export const JOIN_FAILURE =
  "Error! There was a problem submitting the form. Please try again and be sure to fill out every field in the form.";
export const NO_EVENTS_TO_CHOOSE = "No events available. Please click the next button to proceed.";
