import { PARTY_RSVP } from "#src/features/holiday-signup/messages.ts";
import { COUNTRY_PARTY } from "#src/features/inbox/rules.ts";
import { type ContactAnswers, contactPayload } from "#src/shared/contact-form.ts";
import type { Day } from "#src/shared/dates.ts";

export const REQUIRED = ["email", "firstName", "lastName", "sex", "phone"] as const;

/** Ticket prices before and on the day of the party. */
export const EARLY_CENTS = 2000;
export const AT_THE_DOOR_CENTS = 2500;

/** Today's ticket price; null if the date is unknown or past. */
export function ticketCents(today: Day, partyDay: Day | null): number | null {
  if (partyDay === null || today > partyDay) return null;
  return today < partyDay ? EARLY_CENTS : AT_THE_DOOR_CENTS;
}

/** The form's request body; the message says what it is about. */
export function entryPayload(answers: ContactAnswers) {
  const words = answers.message.trim();
  return {
    ...contactPayload(answers, COUNTRY_PARTY),
    message: words === "" ? PARTY_RSVP : `${PARTY_RSVP}: ${words}`,
  };
}
