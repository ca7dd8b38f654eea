import { type Account, roleOfGroups } from "#src/policy/viewer.ts";

/** The claims of an id token, for display only: the server checks permissions at each call. */
export type IdTokenFacts = {
  readonly sub: string;
  readonly email: string;
  readonly groups: readonly string[];
  /** Milliseconds of the server's clock. */
  readonly issuedAt: number;
  readonly expiresAt: number;
};

function decodePayload(idToken: string): unknown {
  const [, payload = ""] = idToken.split(".");
  const bytes = Uint8Array.from(atob(payload.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes));
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
}

/** Reads an id token's claims without verifying it; null if it cannot be read. */
export function readIdToken(idToken: string): IdTokenFacts | null {
  try {
    const claims = decodePayload(idToken) as Record<string, unknown> | null;
    const { sub, email, exp, iat } = claims ?? {};
    if (typeof sub !== "string" || typeof exp !== "number") return null;
    return {
      sub,
      email: typeof email === "string" ? email : "",
      // Our own pool says `groups`, a Cognito pool `cognito:groups`.
      groups: textsOf(claims?.["groups"] ?? claims?.["cognito:groups"]),
      issuedAt: (typeof iat === "number" ? iat : exp - 3600) * 1000,
      expiresAt: exp * 1000,
    };
  } catch {
    return null;
  }
}

/** The role in the token's groups; null if the token cannot be read. */
export function roleOfIdToken(idToken: string): Account["kind"] | null {
  const facts = readIdToken(idToken);
  return facts && roleOfGroups(facts.groups);
}
