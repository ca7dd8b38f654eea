// Long enough for one visit's calls, short enough that a key which is taken back soon counts for nothing.
const KEPT_MS = 60_000;
// A token and its claims are about two kilobytes.
const MOST = 1000;

/**
 * Id tokens whose signature was checked within the last minute: a page asks for several things with the same one. What
 * the bearer may is not kept: that is read from the database at each call.
 */
export class VerifiedTokens<T extends { readonly expiresAt: Date }> {
  readonly #kept = new Map<string, { readonly claims: T; readonly until: number }>();

  /** The claims of a token, asked of `verify` when they are not known. Rejects when `verify` does. */
  async claims(token: string, now: Date, verify: (token: string) => Promise<T>): Promise<T> {
    const known = this.#kept.get(token);
    // A clock that was put back must not make anything last longer.
    const left = (known?.until ?? 0) - now.getTime();
    if (known && left > 0 && left <= KEPT_MS) return known.claims;
    this.#kept.delete(token);
    const claims = await verify(token);
    this.#kept.set(token, { claims, until: Math.min(claims.expiresAt.getTime(), now.getTime() + KEPT_MS) });
    const oldest = this.#kept.size > MOST ? this.#kept.keys().next().value : undefined;
    if (oldest !== undefined) this.#kept.delete(oldest);
    return claims;
  }
}
