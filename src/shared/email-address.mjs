// @ts-check
// Plain JavaScript without imports: settings are checked before anything is installed, by whatever Node there is.

// One @, something before it, a dot after it, no spaces: only a mail can prove more than this. Nothing by which a mail
// program would read two addresses, or another one, in it: `a,b@x.com`, `a<b@x.com>`.
const SIMPLE_ADDRESS = /^[^\s\p{Cc}@,;:<>()[\]\\"]+@[^\s\p{Cc}@.,;:<>()[\]\\"]+(\.[^\s\p{Cc}@.,;:<>()[\]\\"]+)+$/u;

/**
 * Whether text has the form of an email address.
 * @param {string} value
 */
export const isEmailAddress = (value) => SIMPLE_ADDRESS.test(value);

/**
 * The form in which addresses are compared.
 * @param {string} email
 */
export const normalizeEmail = (email) => email.trim().toLowerCase();
