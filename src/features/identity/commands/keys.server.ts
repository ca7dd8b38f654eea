import type { App } from "#src/context/app.ts";
import { recordSecurityEvent } from "#src/features/identity/commands/security-events.server.ts";

/** Beyond the longest life of a token, for clocks that differ. */
const MORE_MS = 60_000;

/**
 * Makes new signing keys. The old ones verify until the last token that they signed is over, or with `atOnce` not at all
 * any more: then every browser asks for another token with its session's cookie. Returns until when they verify.
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
