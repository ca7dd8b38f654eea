/**
 * Encrypts data that the site must read again but that a copy of the database must not reveal. The key is stored apart
 * from the database.
 */
export type SecretsPort = {
  /** `about` is the associated data: decryption needs the same value, so rows cannot be swapped. */
  seal(secret: string, about: string): Promise<string>;
  /** The plaintext; null if it was encrypted with another key or context, or was changed. */
  unseal(sealed: string, about: string): Promise<string | null>;
};
