import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

// One of the settings that OWASP's Password Storage Cheat Sheet gives as equally strong (N=2^14, r=8, p=5): 16 MB a
// hash, so that a rush of sign-ins stays within the memory of a small machine.
export const PASSWORD_COST = { N: 2 ** 14, r: 8, p: 5 };
const KEY_BYTES = 32;

export type PasswordCost = typeof PASSWORD_COST;

function derive(password: string, salt: Buffer, { N, r, p }: PasswordCost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Twice what the parameters need, as Node asks for a little more than that.
    scrypt(password.normalize("NFKC"), salt, KEY_BYTES, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

function write({ N, r, p }: PasswordCost, salt: Buffer, key: Buffer): string {
  return ["scrypt", N, r, p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

/** A password as it is kept: its parameters, salt and key in one text. */
export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost);
  return write(cost, salt, key);
}

// What an unknown address is checked against, so that it takes as long as a known one.
const hashOfNobody = (cost: PasswordCost) => write(cost, randomBytes(16), randomBytes(KEY_BYTES));

/** Whether this is the password of that hash. Takes as long for no hash at all, and is then false. */
export async function isPassword(password: string, hash: string | undefined, cost: PasswordCost): Promise<boolean> {
  const [, N, r, p, salt = "", key = ""] = (hash ?? hashOfNobody(cost)).split("$");
  const expected = Buffer.from(key, "base64url");
  const found = await derive(password, Buffer.from(salt, "base64url"), { N: Number(N), r: Number(r), p: Number(p) });
  return timingSafeEqual(found, expected) && hash !== undefined;
}
