// Long enough for one visit's calls, short enough that a revoked key soon stops counting.
const KEPT_MS = 60_000;
// A token with its claims takes about two kilobytes.
const MOST = 1000;

/**
 * Caches id tokens verified within the last minute, because a page makes several calls with the same one. Permissions
 * are not cached: they are read from the database on each call.
 */
export class VerifiedTokens<T extends { readonly expiresAt: Date }> {
  readonly #kept = new Map<string, { readonly claims: T; readonly until: number }>();

  /** The claims of a token, calling `verify` on a miss. Rejects when `verify` does. */
  async claims(token: string, now: Date, verify: (token: string) => Promise<T>): Promise<T> {
    const known = this.#kept.get(token);
    // Setting the clock back must not extend an entry.
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
