import type { Sex } from "./choices.ts";
import { EMAIL_INVALID, isEmailAddress, isShortPhone, PHONE_FORM } from "./contact.ts";

// The contact fields of the site's smaller forms. Separate from the schemas, so that pages need not load them.

/** As typed; the phone as digits. */
export type ContactAnswers = {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly sex: Sex | "";
  readonly message: string;
};

export const NO_CONTACT: ContactAnswers = { email: "", firstName: "", lastName: "", phone: "", sex: "", message: "" };

export type ContactFaults = Partial<Record<keyof ContactAnswers, string>>;

/** Labels in length errors, and messages for missing fields. */
const NAMES: Readonly<Record<keyof ContactAnswers, string>> = {
  email: "Email",
  firstName: "First name",
  lastName: "Last name",
  sex: "Sex",
  message: "Message",
  phone: "Phone number",
};
const MOST: Readonly<Record<keyof ContactAnswers, number>> = {
  email: 100,
  firstName: 100,
  lastName: 100,
  sex: 6,
  message: 1000,
  phone: 1000,
};

/** The validation errors, in checking order. */
export function contactFaults(answers: ContactAnswers, required: readonly (keyof ContactAnswers)[]): ContactFaults {
  const faults: ContactFaults = {};
  for (const field of Object.keys(NAMES) as (keyof ContactAnswers)[]) {
    const answer = answers[field].trim();
    if (answer === "") {
      if (required.includes(field)) faults[field] = `${NAMES[field]} is required.`;
    } else if (field === "email" && !isEmailAddress(answer)) {
      faults[field] = EMAIL_INVALID;
    } else if (field === "phone" && isShortPhone(answer)) {
      faults[field] = PHONE_FORM;
    } else if (answer.length > MOST[field]) {
      faults[field] = `${NAMES[field]}: at most ${MOST[field]} characters.`;
    }
  }
  return faults;
}

/** The placeholder for an empty answer; clients of the forms have always sent it. */
export const BLANK = "blank";

/** The request body. */
export function contactPayload(answers: ContactAnswers, formType: string) {
  const orBlank = (answer: string) => answer.trim() || BLANK;
  return {
    email: orBlank(answers.email),
    firstName: orBlank(answers.firstName),
    lastName: orBlank(answers.lastName),
    phone: orBlank(answers.phone),
    sex: orBlank(answers.sex),
    message: orBlank(answers.message),
    formType,
  };
}
