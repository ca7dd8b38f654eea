// @ts-check
// Plain JavaScript without imports: settings are checked before anything is installed, by whatever Node there is.

// One @, text before it, a dot after it, no spaces; only a mail proves more. Excludes characters that would make a mail
// program read another or a second address: `a,b@x.com`, `a<b@x.com>`.
const SIMPLE_ADDRESS = /^[^\s\p{Cc}@,;:<>()[\]\\"]+@[^\s\p{Cc}@.,;:<>()[\]\\"]+(\.[^\s\p{Cc}@.,;:<>()[\]\\"]+)+$/u;

/**
 * Whether text has the form of an email address. Not one that mail programs decode to another: `=?utf-8?q?x?=@x.com`, or
 * full-width letters.
 * @param {string} value
 */
export const isEmailAddress = (value) =>
  SIMPLE_ADDRESS.test(value) && !value.includes("=?") && value.normalize("NFKC") === value.normalize("NFC");

/**
 * The form in which addresses are compared.
 * @param {string} email
 */
export const normalizeEmail = (email) => email.trim().toLowerCase();
