// What the console says in the browser.
/** On the dashboard, where /admin leads everyone else. */
export const NOT_AN_ORGANIZER =
  "The console is for organizers, and your account is not an organizer’s. To become one, ask an organizer.";
/** The history state with which /admin leads to the dashboard. */
export const CONSOLE_REFUSED = { isConsoleRefused: true };
export const SESSION_OVER = "Session expired or unauthorized, please login again";
export const LOGIN_PASSWORD_REQUIRED = "Password is required";
export const LOGIN_PASSWORD_SHORT = "The password has at least 6 characters";
