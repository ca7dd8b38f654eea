import type { App } from "#src/context/app.ts";
import type { Client } from "#src/http/client.server.ts";

/** Enough for a family's computer; more would let the cookie grow without bound. */
const MOST_ACCOUNTS_A_DEVICE = 5;

/** Returns the device id that a client claims, if this account has signed in on it; else null. */
export async function knownDevice(app: App, sub: string | null, { deviceToken }: Client): Promise<string | null> {
  // Unknown addresses take the same time, so timing reveals nothing.
  const device = deviceToken === undefined ? null : await app.deviceTokens.verify(deviceToken);
  return device && sub !== null && device.subs.includes(sub) ? device.id : null;
}

/** Returns the cookie of a browser whose user just proved to own this account, including the accounts it already held. */
export async function rememberDevice(app: App, sub: string, { deviceToken }: Client): Promise<string> {
  const known = deviceToken === undefined ? null : await app.deviceTokens.verify(deviceToken);
  const others = (known?.subs ?? []).filter((other) => other !== sub);
  const subs = [sub, ...others].slice(0, MOST_ACCOUNTS_A_DEVICE);
  return app.deviceTokens.sign({ id: known?.id ?? crypto.randomUUID(), subs });
}
