import { expect, test } from "vitest";
import { NO_CONTACT } from "#src/shared/contact-form.ts";
import { entryPayload, ticketCents } from "./rules.ts";

test("[FORM-06] a ticket is $20 before the day of the party and $25 on it", () => {
  const party = "2026-12-12";
  expect(ticketCents("2026-12-11", party)).toBe(2000);
  expect(ticketCents("2026-12-12", party)).toBe(2500);
  expect(ticketCents("2026-12-13", party)).toBeNull();
  expect(ticketCents("2026-12-11", null)).toBeNull();
});

test("[FORM-06] the message begins with what it is about; nothing given is 'blank'", () => {
  expect(entryPayload({ ...NO_CONTACT, sex: "male", message: " Is there parking? " })).toEqual({
    email: "blank",
    firstName: "blank",
    lastName: "blank",
    phone: "blank",
    sex: "male",
    message: "RSVP for the Country Party: Is there parking?",
    formType: "country-party",
  });
  expect(entryPayload(NO_CONTACT).message).toBe("RSVP for the Country Party");
});
