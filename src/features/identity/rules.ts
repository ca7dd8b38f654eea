import {
  CODE_REQUIRED,
  CREDENTIALS_REQUIRED,
  EMAIL_INVALID,
  PASSWORD_TOO_LONG,
  PASSWORDS_DIFFER,
  VERIFICATION_FAILED,
  WEAK_PASSWORD,
} from "#src/features/identity/messages.ts";
import { FIRST_NAME_REQUIRED, isEmailAddress, LAST_NAME_REQUIRED } from "#src/shared/contact.ts";
import { AGREEMENT_REQUIRED } from "#src/shared/terms.ts";

/** Longest password: longer ones only take time to hash. */
export const MAX_PASSWORD = 256;
export const MAX_EMAIL = 100;
export const MAX_NAME = 100;
/** Digits of a mailed code. */
const CODE_LENGTH = 6;

const KINDS = [/\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[^\p{L}\p{N}\s]/u];

/** Whether a password satisfies the rule in the sign-up hint. */
export function isStrongPassword(password: string): boolean {
  return password.length >= 8 && password.length <= MAX_PASSWORD && KINDS.every((kind) => kind.test(password));
}

/** A code as compared: people copy it with a space in the middle. */
export function codeDigits(typed: string): string {
  return typed.replaceAll(/[\s-]/g, "");
}

export function isCode(digits: string): boolean {
  return new RegExp(`^\\d{${CODE_LENGTH}}$`).test(digits);
}

/** Errors of the typed values. The browser applies the server's rules to respond at once. */
export type Faults = {
  /** The message above the form; null when the field messages are enough. */
  readonly summary: string | null;
  /** Field → message; an empty message where the summary explains it. */
  readonly fields: Readonly<Record<string, string>>;
};

function collect(...found: readonly (readonly [field: string, message: string | null])[]): Faults | null {
  const fields = found.flatMap(([field, message]) => (message === null ? [] : [[field, message] as const]));
  return fields.length === 0 ? null : { summary: null, fields: Object.fromEntries(fields) };
}

function merge(first: Faults | null, second: Faults | null): Faults | null {
  return first && second ? { summary: null, fields: { ...first.fields, ...second.fields } } : (first ?? second);
}

function emailFault(email: string): string | null {
  const typed = email.trim();
  return isEmailAddress(typed) && typed.length <= MAX_EMAIL ? null : EMAIL_INVALID;
}

function missingCredentials(email: string, password: string): Faults | null {
  const empty = [...(email.trim() === "" ? ["email"] : []), ...(password === "" ? ["password"] : [])];
  if (empty.length === 0) return null;
  return { summary: CREDENTIALS_REQUIRED, fields: Object.fromEntries(empty.map((field) => [field, ""])) };
}

const tooLong = (password: string) => (password.length > MAX_PASSWORD ? PASSWORD_TOO_LONG : null);
const weak = (password: string) => tooLong(password) ?? (isStrongPassword(password) ? null : WEAK_PASSWORD);
const different = (password: string, again: string) => (password === again ? null : PASSWORDS_DIFFER);

function codeFault(code: string): string | null {
  const digits = codeDigits(code);
  if (digits === "") return CODE_REQUIRED;
  return isCode(digits) ? null : VERIFICATION_FAILED;
}

type Typed<K extends string> = Readonly<Record<K, string>>;

export function signInFaults({ email, password }: Typed<"email" | "password">): Faults | null {
  return missingCredentials(email, password) ?? collect(["email", emailFault(email)], ["password", tooLong(password)]);
}

function nameFault(name: string, required: string): string | null {
  const typed = name.trim();
  if (typed === "") return required;
  return typed.length > MAX_NAME ? `At most ${MAX_NAME} characters.` : null;
}

type Names = Typed<"firstName" | "lastName">;

export function nameFaults({ firstName, lastName }: Names): Faults | null {
  return collect(
    ["firstName", nameFault(firstName, FIRST_NAME_REQUIRED)],
    ["lastName", nameFault(lastName, LAST_NAME_REQUIRED)],
  );
}

type SignUp = Typed<"email" | "password" | "again" | "agreedTerms"> & Names;

/** The screen requires a name and consent; the call does not. */
export function signUpFaults({ email, password, again, agreedTerms, ...names }: SignUp) {
  const missing = missingCredentials(email, password);
  const wrong = collect(
    ["email", emailFault(email)],
    ["password", weak(password)],
    ["again", different(password, again)],
    ["agreedTerms", agreedTerms === "" ? AGREEMENT_REQUIRED : null],
  );
  return missing ?? merge(nameFaults(names), wrong);
}

export function passwordChangeFaults({ password, again }: Typed<"password" | "again">): Faults | null {
  return collect(["password", weak(password)], ["again", different(password, again)]);
}

export function confirmFaults({ code }: Typed<"code">): Faults | null {
  return collect(["code", codeFault(code)]);
}

export function forgotFaults({ email }: Typed<"email">): Faults | null {
  return collect(["email", emailFault(email)]);
}

export function resetFaults({ code, password, again }: Typed<"code" | "password" | "again">): Faults | null {
  return collect(["code", codeFault(code)], ["password", weak(password)], ["again", different(password, again)]);
}

const SOMEWHERE = "http://own.invalid";
/** Pages that nobody wants to return to. */
const NO_WAY_ON = /^\/(?:old-login|login|logout)\/?(?:\?|$)/;

/** The page to return to after sign-in; null for anything but a path of this site. */
export function ownPath(next: string | null): string | null {
  if (next === null || !next.startsWith("/") || !URL.canParse(next, SOMEWHERE)) return null;
  // Resolved as browsers do: a backslash or a tab can turn what looks like a path into another host.
  const { origin, pathname, search, hash } = new URL(next, SOMEWHERE);
  const path = pathname + search + hash;
  return origin === SOMEWHERE && !path.startsWith("//") && !NO_WAY_ON.test(path) ? path : null;
}
