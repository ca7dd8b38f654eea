/** Reasons why a join form may be about a known person. */
export const PROPOSAL_REASONS = ["email", "phone", "second_phone"] as const;
export const PROPOSAL_DECISIONS = ["taken", "dismissed"] as const;

/** The person fields of a join form, in the console's order. */
export const JOIN_FORM_FIELDS = [
  "firstName",
  "lastName",
  "email",
  "phone",
  "zsex",
  "shirtsize",
  "referredBy",
  "reInterestedInEvents",
  "selectedEvents",
  "zmessage",
  "socials",
] as const;
export type JoinFormField = (typeof JOIN_FORM_FIELDS)[number];
