import { type Faults, signUpFaults } from "#src/features/identity/rules.ts";
import { TERMS_VERSION } from "#src/shared/terms.ts";
import { AREA_NEEDED, CODE_NEEDED, GROUP_NEEDED, ZONE_NEEDED } from "#src/features/setup/messages.ts";

export const SETUP_FIELDS = [
  "code",
  "groupName",
  "areaName",
  "timeZone",
  "firstName",
  "lastName",
  "email",
  "password",
] as const;
export type SetupFields = Record<(typeof SETUP_FIELDS)[number], string>;

const NEEDED = { code: CODE_NEEDED, groupName: GROUP_NEEDED, areaName: AREA_NEEDED, timeZone: ZONE_NEEDED } as const;

/** The form's validation errors, as far as the browser can tell. */
export function setupFaults(values: SetupFields): Faults | null {
  const missing = Object.entries(NEEDED).filter(([name]) => values[name as keyof typeof NEEDED].trim() === "");
  // There is one password field, with a button to show it; and the site's operator sets the terms.
  const person = signUpFaults({ ...values, again: values.password, agreedTerms: TERMS_VERSION });
  if (missing.length === 0) return person;
  return { summary: person?.summary ?? null, fields: { ...Object.fromEntries(missing), ...person?.fields } };
}
