import { createHash, createHmac, randomBytes } from "node:crypto";

// A refresh credential is 32 bytes: half that names its session and never changes, and half that changes at each use.
// The next one is made of the present one with a key that only the database has, so two tabs that ask at the same moment
// are given the same one, and a stolen credential does not tell its successor.

const HALF_BYTES = 16;
const HALF_LENGTH = 22;

const sha256 = (text: string) => createHash("sha256").update(text).digest("base64url");
const halvesOf = (token: string): readonly [Buffer, Buffer] => {
  const bytes = Buffer.from(token, "base64url");
  return [bytes.subarray(0, HALF_BYTES), bytes.subarray(HALF_BYTES)];
};

/** A random secret for a cookie. */
export const newSecret = () => randomBytes(2 * HALF_BYTES).toString("base64url");

/** What a secret is stored as. */
export const hashOf = sha256;

/** Finds the session of a credential, whether it is the present one or an old one. */
export const familyHashOf = (token: string) => sha256(`family ${halvesOf(token)[0].toString("base64url")}`);

/** The half that stays: what belongs to the session is sealed with it. */
export const sealingKeyOf = (token: string) => token.slice(0, HALF_LENGTH - 1);

/** The credential that replaces this one. */
export function successorOf(token: string, rotationKey: string): string {
  const [family, secret] = halvesOf(token);
  const next = createHmac("sha256", rotationKey).update(secret).digest().subarray(0, HALF_BYTES);
  return Buffer.concat([family, next]).toString("base64url");
}
