import { describe, expect, it } from "vitest";
import { readIdToken, roleOfIdToken } from "#src/features/identity/id-token.ts";

/** A token with this payload; the page does not check its signature. */
function token(payload: unknown): string {
  return `e30.${Buffer.from(JSON.stringify(payload)).toString("base64url")}.c2ln`;
}

const CLAIMS = { sub: "s", email: "ana@example.com", iat: 1000, exp: 4600 };

describe("the role of an id token [AUTH-05]", () => {
  it("is given by its groups: Admins before Members before nothing", () => {
    expect(roleOfIdToken(token({ ...CLAIMS, groups: ["Admins"] }))).toBe("admin");
    expect(roleOfIdToken(token({ ...CLAIMS, groups: ["Members", "Admins"] }))).toBe("admin");
    expect(roleOfIdToken(token({ ...CLAIMS, groups: ["Members"] }))).toBe("member");
    expect(roleOfIdToken(token({ ...CLAIMS, groups: ["Surfers", "admins"] }))).toBe("user");
    expect(roleOfIdToken(token(CLAIMS))).toBe("user");
    expect(roleOfIdToken(token({ ...CLAIMS, groups: "Admins" }))).toBe("user");
  });

  it("reads a Cognito pool's name of groups too", () => {
    expect(roleOfIdToken(token({ ...CLAIMS, "cognito:groups": ["Members"] }))).toBe("member");
  });

  it("is null for an unreadable token [AUTH-06]", () => {
    for (const bad of [
      "",
      "abc",
      "a.b.c",
      "..",
      token(null),
      token("text"),
      token([]),
      token({ exp: 1 }),
      token({ sub: "s" }),
    ])
      expect(roleOfIdToken(bad), bad).toBeNull();
  });
});

describe("an id token's claims", () => {
  it("include the person, issue time and expiry", () => {
    expect(readIdToken(token({ ...CLAIMS, groups: ["Members", 7] }))).toEqual({
      sub: "s",
      email: "ana@example.com",
      groups: ["Members"],
      issuedAt: 1_000_000,
      expiresAt: 4_600_000,
    });
  });

  it("may contain letters of any alphabet", () => {
    expect(readIdToken(token({ ...CLAIMS, email: "zoë.ñandú@example.com" }))?.email).toBe("zoë.ñandú@example.com");
  });
});
