/** Why a join form may be about somebody known. */
export const PROPOSAL_REASONS = ["email", "phone", "second_phone"] as const;
export const PROPOSAL_DECISIONS = ["taken", "dismissed"] as const;

/** The fields of a person that a join form answers, in the order in which the console shows them. */
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
