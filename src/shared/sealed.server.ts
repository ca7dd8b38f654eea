import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

// A user pool's refresh token grants a month of account access. It stays on the server, encrypted with a key derived
// from the browser's secret: neither the table nor a stolen cookie alone reveals it.

const TAG_BYTES = 16;
const IV_BYTES = 12;

const keyOf = (secret: string) => Buffer.from(hkdfSync("sha256", secret, "", "sandbar sealed", 32));

/** Encrypts text (AES-256-GCM) so that only the holder of `secret` can read it. */
export function seal(text: string, secret: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyOf(secret), iv);
  return Buffer.concat([iv, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]).toString("base64url");
}

/** Decrypts what {@link seal} encrypted; throws for any other secret. */
export function unseal(sealed: string, secret: string): string {
  const bytes = Buffer.from(sealed, "base64url");
  const opener = createDecipheriv("aes-256-gcm", keyOf(secret), bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  opener.setAuthTag(bytes.subarray(-TAG_BYTES));
  return opener.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, "utf8") + opener.final("utf8");
}
