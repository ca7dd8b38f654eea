export type ResetLink = { readonly id: string; readonly secret: string };

/** What the link of a reset mail carries instead of the code: a row's id and 256 random bits. */
export const resetLinkOf = ({ id, secret }: ResetLink): string => `${id}.${secret}`;

/** The parts of {@link resetLinkOf}; null for anything else, such as a code of six digits. */
export function readResetLink(given: string): ResetLink | null {
  const [, id, secret] = /^([\da-f-]{36})\.([\w-]{43})$/.exec(given) ?? [];
  return id !== undefined && secret !== undefined ? { id, secret } : null;
}
