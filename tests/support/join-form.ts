import { randomUUID } from "node:crypto";

/** A completed wizard as the browser sends it; what a test cares about, it says. */
export function joinForm(answers: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    submissionId: randomUUID(),
    complete: true,
    email: "ana.ruiz@example.com",
    formType: "formSocialGroupChat",
    firstName: "Ana",
    lastName: "Ruiz",
    phone: "9045550142",
    photo: "default",
    referredBy: "a friend",
    zsex: "female",
    socials: "instagram: anaruiz",
    reInterestedInEvents: "volleyball, dance",
    selectedEvents: [],
    shirtsize: "S",
    message: "default",
    ...answers,
  };
}
