import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

// An OWASP Password Storage Cheat Sheet setting (N=2^14, r=8, p=5): 16 MB per hash, so that a rush of sign-ins fits a
// small machine's memory.
export const PASSWORD_COST = { N: 2 ** 14, r: 8, p: 5 };
const KEY_BYTES = 32;

export type PasswordCost = typeof PASSWORD_COST;

function derive(password: string, salt: Buffer, { N, r, p }: PasswordCost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Twice what the parameters need, as Node requires slightly more.
    scrypt(password.normalize("NFKC"), salt, KEY_BYTES, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

function write({ N, r, p }: PasswordCost, salt: Buffer, key: Buffer): string {
  return ["scrypt", N, r, p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

/** The encoded hash: parameters, salt and key in one string. */
export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost);
  return write(cost, salt, key);
}

// A dummy hash for unknown addresses, to take the same time.
const hashOfNobody = (cost: PasswordCost) => write(cost, randomBytes(16), randomBytes(KEY_BYTES));

/** Verifies a password. Takes as long for a missing hash, and returns false. */
export async function isPassword(password: string, hash: string | undefined, cost: PasswordCost): Promise<boolean> {
  const [, N, r, p, salt = "", key = ""] = (hash ?? hashOfNobody(cost)).split("$");
  const expected = Buffer.from(key, "base64url");
  const found = await derive(password, Buffer.from(salt, "base64url"), { N: Number(N), r: Number(r), p: Number(p) });
  return timingSafeEqual(found, expected) && hash !== undefined;
}
