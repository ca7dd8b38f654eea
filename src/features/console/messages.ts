// What the console says in the browser.
export const SESSION_OVER = "Session expired or unauthorized, please login again";
export const LOGIN_PASSWORD_REQUIRED = "Password is required";
export const LOGIN_PASSWORD_SHORT = "The password has at least 6 characters";
