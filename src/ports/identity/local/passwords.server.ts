import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

// One of the settings that OWASP's Password Storage Cheat Sheet gives as equally strong (N=2^14, r=8, p=5): 16 MB a
// hash, so that a rush of sign-ins stays within the memory of a small machine.
const COST = { N: 2 ** 14, r: 8, p: 5 };
const KEY_BYTES = 32;

type Cost = typeof COST;

function derive(password: string, salt: Buffer, { N, r, p }: Cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Twice what the parameters need, as Node asks for a little more than that.
    scrypt(password.normalize("NFKC"), salt, KEY_BYTES, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/** A password as it is kept: its parameters, salt and key in one text. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, COST);
  return ["scrypt", COST.N, COST.r, COST.p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

// What an unknown address is checked against, so that it takes as long as a known one.
const NOBODY = `scrypt$${COST.N}$${COST.r}$${COST.p}$${randomBytes(16).toString("base64url")}$${randomBytes(KEY_BYTES).toString("base64url")}`;

/** Whether this is the password of that hash. Takes as long for no hash at all, and is then false. */
export async function isPassword(password: string, hash: string | undefined): Promise<boolean> {
  const [, N, r, p, salt = "", key = ""] = (hash ?? NOBODY).split("$");
  const expected = Buffer.from(key, "base64url");
  const found = await derive(password, Buffer.from(salt, "base64url"), { N: Number(N), r: Number(r), p: Number(p) });
  return timingSafeEqual(found, expected) && hash !== undefined;
}
