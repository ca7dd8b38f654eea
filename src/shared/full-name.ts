/** First and last name; empty unless both are known, because one alone may match many people. */
export function fullName({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }): string {
  return firstName && lastName && `${firstName} ${lastName}`;
}

/** Replaces a deleted person's name. */
export const FORMER_MEMBER = "Former member";
