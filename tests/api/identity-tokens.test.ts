import { base64url, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from "jose";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { restMap } from "#src/api/rest.ts";
import { identityKeys } from "#src/db/tables/identity-keys.ts";
import type { TestAccount } from "#tests/support/accounts.ts";
import { PUBLIC_URL, startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let admin: TestAccount & { token: string };
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "10000" });
  admin = await site.signedIn({ groups: ["Admins"] });
});
afterAll(() => site.close());

type Forgery = { key?: CryptoKey | Uint8Array; alg?: string; kid?: string; claims?: Record<string, unknown> };

/** The site's own signing key, as somebody would have it who may read the database. */
async function ownKey(): Promise<{ kid: string; key: CryptoKey | Uint8Array; jwk: JWK }> {
  const [row] = await site.app.db.select().from(identityKeys);
  if (!row) throw new Error("There is no key yet.");
  const jwk = row.privateJwk as JWK;
  return { kid: row.kid, key: await importJWK(jwk, "ES256"), jwk };
}

/** The session that a token belongs to. */
function sidOf(token: string): string {
  const payload = Buffer.from(token.split(".")[1] ?? "", "base64url").toString();
  return (JSON.parse(payload) as { sid: string }).sid;
}

/** A token of the admin that is right in everything but what is given. */
async function forge({ key, alg = "ES256", kid, claims = {} }: Forgery): Promise<string> {
  const own = await ownKey();
  const now = Math.floor(site.app.clock.now().getTime() / 1000);
  const payload = {
    sub: admin.sub,
    email: admin.email,
    email_verified: true,
    groups: ["Admins"],
    sid: sidOf(admin.token),
    iss: PUBLIC_URL,
    aud: "sandbar",
    iat: now,
    exp: now + 3600,
    ...claims,
  };
  return new SignJWT(payload).setProtectedHeader({ alg, kid: kid ?? own.kid }).sign(key ?? own.key);
}

const encode = (value: unknown) => base64url.encode(JSON.stringify(value));

/** Every token that is not ours, or not good anymore, by what is wrong with it. */
async function badTokens(): Promise<Record<string, string>> {
  const { kid, jwk } = await ownKey();
  const somebody = await site.signedIn({ email: "somebody@example.com" });
  const stranger = await generateKeyPair("ES256", { extractable: true });
  const now = Math.floor(site.app.clock.now().getTime() / 1000);
  const [header = "", payload = "", signature = ""] = admin.token.split(".");
  const { d: _secret, ...publicJwk } = jwk;
  return {
    "alg none": `${encode({ alg: "none", kid })}.${payload}.`,
    "alg none, with a signature": `${encode({ alg: "none", kid })}.${payload}.${signature}`,
    "the public key taken for a shared secret": await forge({
      alg: "HS256",
      key: new TextEncoder().encode(JSON.stringify(publicJwk)),
    }),
    "another key under our key's name": await forge({ key: stranger.privateKey }),
    "another key under its own name": await forge({ key: stranger.privateKey, kid: "stranger" }),
    "a key that it brings along": await new SignJWT({ sub: admin.sub, iat: now, exp: now + 3600 })
      .setProtectedHeader({ alg: "ES256", jwk: await exportJWK(stranger.publicKey) })
      .setIssuer(PUBLIC_URL)
      .setAudience("sandbar")
      .sign(stranger.privateKey),
    "another audience": await forge({ claims: { aud: "elsewhere" } }),
    "another issuer": await forge({ claims: { iss: "https://elsewhere.example" } }),
    expired: await forge({ claims: { iat: now - 7200, exp: now - 1 } }),
    "older than a token can be, though it claims a day": await forge({
      claims: { iat: now - 3600, exp: now + 86_400 },
    }),
    "from the future": await forge({ claims: { iat: now + 120, exp: now + 3600 } }),
    "without a beginning": await forge({ claims: { iat: undefined } }),
    "without an end": await forge({ claims: { exp: undefined } }),
    "without a subject": await forge({ claims: { sub: undefined } }),
    "without a session": await forge({ claims: { sid: undefined } }),
    "of a session that never was": await forge({ claims: { sid: "none" } }),
    "of somebody else's session": await forge({ claims: { sid: sidOf(somebody.token) } }),
    "of an account that never was": await forge({ claims: { sub: "nobody" } }),
    "changed after signing": `${header}.${encode({ sub: admin.sub, groups: ["Admins"] })}.${signature}`,
    "cut short": `${header}.${payload}`,
    nonsense: "a.b.c",
    empty: "",
  };
}

test("the forger's tools make a good token, when nothing is wrong with it", async () => {
  expect((await site.fetch("/api/social-events", { as: await forge({}) })).status).toBe(200);
});

test("[AUTH-10] every call of the API refuses every token that is not ours or not good anymore", async () => {
  for (const [wrong, token] of Object.entries(await badTokens())) {
    for (const { method, path } of restMap) {
      const answer = await site.fetch(path.replaceAll(/:\w+/g, "2026-11-25-anything"), {
        method: method.toUpperCase(),
        as: token,
        ...(method !== "get" && { headers: { "content-type": "application/json" }, body: "{}" }),
      });
      expect(answer.status, `${method} ${path}: ${wrong}`).toBe(401);
      expect(await answer.json()).toMatchObject({ error: "unauthenticated" });
      expect(answer.headers.getSetCookie(), `${path}: ${wrong}`).toEqual([]);
    }
  }
});

test("[AUTH-10] an Authorization header that is no bearer token is refused, not taken for a visitor's", async () => {
  for (const authorization of ["Basic YTpi", "Bearer", `Token ${admin.token}`, `Bearer ${admin.token} more`]) {
    const answer = await site.fetch("/api/social-events", { headers: { authorization } });
    expect(answer.status, authorization.slice(0, 20)).toBe(401);
  }
});

test("the published keys verify our tokens and hold no secret", async () => {
  const { keys } = (await (await site.fetch("/.well-known/jwks.json")).json()) as { keys: JWK[] };
  const { kid } = await ownKey();
  expect(keys.map((key) => key.kid)).toContain(kid);
  for (const key of keys) expect(Object.keys(key).toSorted()).toEqual(["alg", "crv", "kid", "kty", "use", "x", "y"]);
});

test("[SAFE-06, AUTH-10] account and session are read in one query, so checking the session adds none", async () => {
  const { token } = await site.signedIn({ email: "counted@example.com" });
  const read = async () => expect((await site.fetch("/api/profile", { as: token })).status).toBe(200);
  // The first time the token's signature is checked too.
  await read();
  const query = vi.spyOn(pg.Client.prototype, "query");
  await read();
  const statements = (query.mock.calls as unknown[][]).map(([said]) =>
    typeof said === "string" ? said : (said as { text: string }).text,
  );
  query.mockRestore();
  const ofWhoAsks = statements.filter((text) => /\b(?:from|join) "(?:accounts|sessions)"/.test(text));
  expect(ofWhoAsks).toHaveLength(1);
  expect(ofWhoAsks[0]).toMatch(/from "accounts" inner join "sessions"/);
});
