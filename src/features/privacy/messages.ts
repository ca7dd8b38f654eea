/** Stands where a deleted person's name was. */
export const FORMER_MEMBER = "Former member";
