import type { App } from "#src/context/app.ts";
import { recordSecurityEvent } from "#src/features/identity/commands/security-events.server.ts";

/** Margin for clock differences, beyond a token's longest lifetime. */
const MORE_MS = 60_000;

/**
 * Rotates the signing keys. Returns how long the old ones still verify: until their last token expires, or no longer
 * with `atOnce`, which makes every browser refresh its token.
 */
export async function rotateSigningKeys(app: App, { atOnce }: { atOnce: boolean }): Promise<Date | null> {
  const now = app.clock.now();
  const oldUntil = atOnce ? null : new Date(now.getTime() + app.config.idTokenSeconds * 1000 + MORE_MS);
  await app.db.transaction(async (tx) => {
    await app.idTokens.rotateKeys(tx, now, oldUntil);
    const client = { device: "Terminal", network: "" };
    await recordSecurityEvent(tx, { sub: null, kind: "keys_rotated", client, detail: atOnce ? "at once" : "" }, now);
  });
  return oldUntil;
}
