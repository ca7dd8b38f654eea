import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OpenIdPort } from "#src/ports/openid/port.ts";
import { openIdProvider, ownsEmail } from "#src/ports/openid/provider/openid-provider.server.ts";
import { OutsideHealth } from "#src/shared/outside.ts";
import { FAULTS, startFaultyService } from "#tests/support/faulty-service.ts";
import { CLIENT, startOpenIdProvider } from "#tests/support/openid-provider.ts";

// The real client against a real provider, each over a socket, with a door in between that can stick.

const BACK = "https://sandbar.test/login/openid";
const PEOPLE = [
  { sub: "ana", email: "Ana@Example.com", email_verified: true, given_name: "Ana", family_name: "Ruiz" },
  { sub: "ben", email: "ben@example.com", email_verified: true, name: "Ben van Dyke" },
  { sub: "eve", email: "ana@example.com", email_verified: false },
  { sub: "nobody" },
];

describe.each([true, false])("with the address in the id token: %s", (isInIdToken) => {
  let provider: Awaited<ReturnType<typeof startOpenIdProvider>>;
  let door: Awaited<ReturnType<typeof startFaultyService>>;
  let port: OpenIdPort;
  let health: OutsideHealth;
  beforeAll(async () => {
    health = new OutsideHealth(() => new Date());
    provider = await startOpenIdProvider({ redirectUri: BACK, people: PEOPLE, isInIdToken });
    door = await startFaultyService();
    port = portAt(provider.issuer);
  });
  afterAll(async () => {
    await provider.close();
    await door.close();
  });

  function portAt(issuer: string, more: { clientSecret?: string } = {}): OpenIdPort {
    const client = { clientId: CLIENT.id, clientSecret: CLIENT.secret, ...more };
    return openIdProvider({ issuer, ...client, name: "Test", health, callMs: 400 });
  }

  async function signIn(login: string | null, change: (query: URLSearchParams) => void = () => {}, using = port) {
    const { url, secrets } = await using.begin(BACK);
    const query = await provider.visit(url, login);
    change(query);
    return { query, secrets, outcome: await using.finish({ redirectUri: BACK, query, secrets }) };
  }

  test("[SAFE-08] someone comes back with a verified address and their names", async () => {
    expect((await signIn("ana")).outcome).toEqual({
      ok: true,
      value: {
        issuer: provider.issuer,
        subject: "ana",
        email: "ana@example.com",
        ownsEmail: false,
        firstName: "Ana",
        lastName: "Ruiz",
      },
    });
    expect((await signIn("ben")).outcome).toMatchObject({ value: { firstName: "Ben", lastName: "van Dyke" } });
  });

  test("[SAFE-08] an address that the provider does not vouch for is nobody's", async () => {
    for (const login of ["eve", "nobody"])
      expect((await signIn(login)).outcome).toEqual({ ok: false, fault: "unverified_email" });
  });

  test("[SAFE-08] someone who says no at the provider comes back as that", async () => {
    expect((await signIn(null)).outcome).toEqual({ ok: false, fault: "denied" });
  });

  test("[SAFE-08] an answer counts for the browser that asked, and once", async () => {
    const invalid = { ok: false, fault: "invalid" };
    expect((await signIn("ana", (query) => query.set("state", "another"))).outcome).toEqual(invalid);
    expect((await signIn("ana", (query) => query.set("iss", "https://evil.example"))).outcome).toEqual(invalid);
    const { query, secrets } = await signIn("ana");
    expect(await port.finish({ redirectUri: BACK, query, secrets })).toEqual(invalid);
    const begun = await port.begin(BACK);
    const code = await provider.visit(begun.url, "ana");
    const finish = (more: object) =>
      port.finish({ redirectUri: BACK, query: code, secrets: { ...begun.secrets, ...more } });
    // Each secret alone stops it: PKCE first, so that the code is not used up.
    expect(await finish({ codeVerifier: "x".repeat(43) })).toEqual(invalid);
    const again = await port.begin(BACK);
    const other = await provider.visit(again.url, "ana");
    expect(
      await port.finish({ redirectUri: BACK, query: other, secrets: { ...again.secrets, nonce: "another" } }),
    ).toEqual(invalid);
  });

  test("the browser is sent with PKCE, state and nonce, and without our secret", async () => {
    const { url } = await port.begin(BACK);
    const query = new URL(url).searchParams;
    expect(query.get("code_challenge_method")).toBe("S256");
    for (const name of ["code_challenge", "state", "nonce"]) expect(query.get(name)?.length).toBeGreaterThan(20);
    expect(decodeURIComponent(url)).not.toContain(CLIENT.secret);
  });

  test.each(FAULTS)("a provider that is %s: calm words, in time, and named", async (fault) => {
    door.fault = fault;
    const began = performance.now();
    const refusal = await portAt(door.url)
      .begin(BACK)
      .catch((error: unknown) => error);
    expect(refusal).toMatchObject({ name: "OutsideAway", service: "openid" });
    expect((refusal as Error).cause).toBeUndefined();
    expect(performance.now() - began).toBeLessThan(3000);
    expect(door.strays()).toBe(0);
    expect(Object.keys(health.away)).toEqual(["openid"]);
    await port.begin(BACK);
    const { outcome } = await signIn("ana");
    expect(outcome.ok).toBe(true);
    expect(health.away).toEqual({});
  });

  test("a wrong secret is a fault of the settings, and is not repeated", async () => {
    const wrong = portAt(provider.issuer, { clientSecret: "wrong/secret+of-the-test" });
    const failed = await signIn("ana", undefined, wrong).catch((error: unknown) => String(error));
    expect(failed).toContain("refuses OIDC_CLIENT_ID with OIDC_CLIENT_SECRET");
    expect(failed).not.toContain("secret+of");
  });
});

test("only Google's own addresses are Google's to vouch for", () => {
  const iss = "https://accounts.google.com";
  expect(ownsEmail({ iss, email: "ana@gmail.com", hd: undefined })).toBe(true);
  expect(ownsEmail({ iss, email: "ana@club.example", hd: "club.example" })).toBe(true);
  expect(ownsEmail({ iss, email: "ana@club.example", hd: "other.example" })).toBe(false);
  expect(ownsEmail({ iss, email: "ana@example.com", hd: undefined })).toBe(false);
  expect(ownsEmail({ iss: "https://evil.example", email: "ana@gmail.com", hd: "gmail.com" })).toBe(false);
});
