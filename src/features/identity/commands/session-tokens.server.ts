import { createHash, createHmac, randomBytes } from "node:crypto";

// A refresh credential is 32 bytes: one half identifies its session and never changes, the other half rotates at each
// use. The next credential is derived from the current one with a key that only the database has, so two tabs that ask
// at once get the same one, and a stolen credential does not reveal its successor.

const HALF_BYTES = 16;
const HALF_LENGTH = 22;

const sha256 = (text: string) => createHash("sha256").update(text).digest("base64url");
const halvesOf = (token: string): readonly [Buffer, Buffer] => {
  const bytes = Buffer.from(token, "base64url");
  return [bytes.subarray(0, HALF_BYTES), bytes.subarray(HALF_BYTES)];
};

/** A random secret for a cookie. */
export const newSecret = () => randomBytes(2 * HALF_BYTES).toString("base64url");

/** The stored form of a secret. */
export const hashOf = sha256;

/** The key that finds a session by its current or any earlier credential. */
export const familyHashOf = (token: string) => sha256(`family ${halvesOf(token)[0].toString("base64url")}`);

/** The half that never changes; it seals the session's data. */
export const sealingKeyOf = (token: string) => token.slice(0, HALF_LENGTH - 1);

/** The credential that replaces this one. */
export function successorOf(token: string, rotationKey: string): string {
  const [family, secret] = halvesOf(token);
  const next = createHmac("sha256", rotationKey).update(secret).digest().subarray(0, HALF_BYTES);
  return Buffer.concat([family, next]).toString("base64url");
}
