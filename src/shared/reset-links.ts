export type ResetLink = { readonly id: string; readonly secret: string };

/** The secret part of a reset mail's link: a row id and 256 random bits. */
export const resetLinkOf = ({ id, secret }: ResetLink): string => `${id}.${secret}`;

/** Parses {@link resetLinkOf}; null for anything else, such as a six-digit code. */
export function readResetLink(given: string): ResetLink | null {
  const [, id, secret] = /^([\da-f-]{36})\.([\w-]{43})$/.exec(given) ?? [];
  return id !== undefined && secret !== undefined ? { id, secret } : null;
}
