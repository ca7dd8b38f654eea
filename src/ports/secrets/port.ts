/**
 * Encrypts what the site must be able to read again but a copy of the database must not give away. The key is kept
 * apart from the database.
 */
export type SecretsPort = {
  /** `about` says what the secret belongs to; it opens only with the same words, so rows cannot be swapped. */
  seal(secret: string, about: string): Promise<string>;
  /** The secret; null when it was sealed with another key, for something else, or changed since. */
  unseal(sealed: string, about: string): Promise<string | null>;
};
