import { UNSUBSCRIBE_WORD } from "#src/features/unsubscribe/messages.ts";
import { type ContactFaults, contactFaults, NO_CONTACT } from "#src/shared/contact-form.ts";

/** The form's values as typed; the phone as digits. */
export type UnsubscribeAnswers = {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly reason: string;
  readonly instagram: string;
};

export const NO_ANSWERS: UnsubscribeAnswers = {
  email: "",
  firstName: "",
  lastName: "",
  phone: "",
  reason: "",
  instagram: "",
};

/** Missing or invalid fields: field → message. */
export function faultsOf({ email, firstName, lastName, phone }: UnsubscribeAnswers): ContactFaults {
  const asked = { email, firstName, lastName, phone };
  return contactFaults({ ...NO_CONTACT, ...asked }, ["email", "firstName", "lastName", "phone"]);
}

/** The request body: reason, phone and instagram are part of the message. */
export function unsubscribePayload({ email, firstName, lastName, phone, reason, instagram }: UnsubscribeAnswers) {
  const message = [
    UNSUBSCRIBE_WORD,
    reason.trim(),
    `phone: ${phone}`,
    instagram.trim() === "" ? "" : `instagram: ${instagram.trim()}`,
  ];
  return {
    email: email.trim(),
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    message: message.filter((part) => part !== "").join(" | "),
    formType: "unsubscribe",
  };
}

const BONFIRE_MONTHS = ["10", "11", "12", "01", "02"];

/**
 * Whether it is bonfire season, when unsubscribing means missing the bonfires. `today` is YYYY-MM-DD in the group's
 * zone.
 */
export function isBonfireSeason(today: string): boolean {
  return BONFIRE_MONTHS.includes(today.slice(5, 7));
}
