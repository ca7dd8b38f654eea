import type { JSONWebKeySet } from "jose";

/** What a verified id token says of its bearer. */
export type IdentityClaims = {
  readonly sub: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly groups: readonly string[];
};

/** Where accounts live. Every adapter verifies its own tokens; nothing else in the product reads one. */
export type IdentityPort = {
  /** The claims of a valid token; null for one that is expired, forged, or of another issuer. */
  verifyIdToken(token: string): Promise<IdentityClaims | null>;
  /** The public keys that verify our tokens, for `/.well-known/jwks.json`. */
  publicKeys(): Promise<JSONWebKeySet>;
};
