import { LOGIN_PASSWORD_REQUIRED, LOGIN_PASSWORD_SHORT } from "#src/features/console/messages.ts";
import { EMAIL_INVALID } from "#src/features/identity/messages.ts";
import { type Faults, signInFaults } from "#src/features/identity/rules.ts";
import { isEmailAddress } from "#src/shared/contact.ts";

const SHORTEST_PASSWORD = 6;

function passwordFault(password: string): string | null {
  if (password === "") return LOGIN_PASSWORD_REQUIRED;
  return password.length < SHORTEST_PASSWORD ? LOGIN_PASSWORD_SHORT : null;
}

/** The errors of a console sign-in, per field, including the minimum length. */
export function loginFaults(typed: { readonly email: string; readonly password: string }): Faults | null {
  const password = passwordFault(typed.password);
  const fields = {
    ...(!isEmailAddress(typed.email.trim()) && { email: EMAIL_INVALID }),
    ...(password !== null && { password }),
  };
  return Object.keys(fields).length > 0 ? { summary: null, fields } : signInFaults(typed);
}
