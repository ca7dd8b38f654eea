import { expect, test } from "vitest";
import { type ContactAnswers, contactFaults, contactPayload, NO_CONTACT } from "./contact-form.ts";

const ANA: ContactAnswers = {
  email: "ana@example.com",
  firstName: "Ana",
  lastName: "Ruiz",
  phone: "9045550142",
  sex: "female",
  message: "Hello",
};
const ALL = ["email", "firstName", "lastName", "sex", "phone"] as const;

test("[FORM-05, FORM-06] missing fields are reported in checking order", () => {
  expect(Object.entries(contactFaults(NO_CONTACT, ALL))).toEqual([
    ["email", "Email is required."],
    ["firstName", "First name is required."],
    ["lastName", "Last name is required."],
    ["sex", "Sex is required."],
    ["phone", "Phone number is required."],
  ]);
  expect(contactFaults({ ...ANA, message: "", phone: " " }, ["email", "sex"])).toEqual({});
});

test("[FORM-05, FORM-06] each answer is as long as it may be, and not one character longer", () => {
  const address = (length: number) => "@example.com".padStart(length, "a");
  const long = {
    email: address(100),
    firstName: "x".repeat(100),
    lastName: "x".repeat(100),
    phone: "9".repeat(1000),
    sex: "female",
    message: "m".repeat(1000),
  } as const;
  expect(contactFaults(long, ALL)).toEqual({});
  // The form offers no longer sex; what it offers is its limit.
  const more = { firstName: `${long.firstName}x`, lastName: `${long.lastName}x`, phone: `${long.phone}9` };
  const longer = { email: address(101), ...more, sex: "females" as "female", message: `${long.message}m` };
  expect(contactFaults(longer, ALL)).toEqual({
    email: "Email: at most 100 characters.",
    firstName: "First name: at most 100 characters.",
    lastName: "Last name: at most 100 characters.",
    sex: "Sex: at most 6 characters.",
    message: "Message: at most 1000 characters.",
    phone: "Phone number: at most 1000 characters.",
  });
  expect(contactFaults({ ...ANA, email: "ana@" }, ALL)).toEqual({ email: "Please enter a valid email address." });
});

test("[FORM-05, FORM-06] unanswered fields are sent as 'blank', the rest trimmed", () => {
  expect(contactPayload({ ...NO_CONTACT, firstName: " Ana " }, "support")).toEqual({
    email: "blank",
    firstName: "Ana",
    lastName: "blank",
    phone: "blank",
    sex: "blank",
    message: "blank",
    formType: "support",
  });
});
