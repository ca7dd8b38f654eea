export const NOT_AMONG_GUESTS = "Co-hosts are people who said that they are going or may come. This person has not.";
export const ALREADY_HOSTS = "This person hosts the event already.";
export const ENOUGH_CO_HOSTS = "This event has as many co-hosts as it can have. Remove one first.";
