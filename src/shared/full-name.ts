/** First and last name as one; empty unless both are known, because one alone may be anybody's. */
export function fullName({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }): string {
  return firstName && lastName && `${firstName} ${lastName}`;
}

/** Stands where a deleted person's name was. */
export const FORMER_MEMBER = "Former member";
