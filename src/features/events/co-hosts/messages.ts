export const NOT_AMONG_GUESTS =
  "Only people who are going or said maybe can be co-hosts. This person has not answered.";
export const ALREADY_HOSTS = "This person hosts the event already.";
export const ENOUGH_CO_HOSTS = "This event has as many co-hosts as it can have. Remove one first.";
