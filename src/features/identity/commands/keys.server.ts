import type { App } from "#src/context/app.ts";
import { recordSecurityEvent } from "#src/features/identity/commands/security-events.server.ts";

/** Margin for clock differences, beyond a token's longest lifetime. */
const MORE_MS = 60_000;

/**
 * Makes new signing keys. Returns until when the old ones still verify: until the last token they signed expires, or
 * not at all with `atOnce`, which makes every browser request a new token with its session cookie.
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
