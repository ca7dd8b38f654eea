import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";

// A refresh token of the pool is worth a month of somebody's account. It stays at the server, sealed with a key that is
// made of the browser's own token: who reads the table has no key, who steals a cookie has nothing outside this site.

const TAG_BYTES = 16;
const IV_BYTES = 12;

const keyOf = (browserToken: string) =>
  Buffer.from(hkdfSync("sha256", browserToken, "", "sandbar refresh token of the pool", 32));

/** What a browser is given. */
export const newBrowserToken = () => randomBytes(32).toString("base64url");

/** By what its row is found. */
export const hashToken = (token: string) => createHash("sha256").update(token).digest("base64url");

export function seal(poolToken: string, browserToken: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyOf(browserToken), iv);
  return Buffer.concat([iv, cipher.update(poolToken, "utf8"), cipher.final(), cipher.getAuthTag()]).toString(
    "base64url",
  );
}

export function unseal(sealed: string, browserToken: string): string {
  const bytes = Buffer.from(sealed, "base64url");
  const opener = createDecipheriv("aes-256-gcm", keyOf(browserToken), bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  opener.setAuthTag(bytes.subarray(-TAG_BYTES));
  return opener.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, "utf8") + opener.final("utf8");
}
