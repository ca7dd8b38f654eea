/** A browser's address at its push service, and the keys that encrypt for it. */
export type PushAddress = { readonly endpoint: string; readonly p256dh: string; readonly auth: string };

/** `gone`: the browser unsubscribed, so its address is of no more use. `failed`: try something else. */
export type PushOutcome = "sent" | "gone" | "failed";

/** Sends notifications to browsers (Web Push). */
export type PushPort = {
  /** The site's public key, base64url: a browser subscribes with it. */
  publicKey(): Promise<string>;
  /** Whether this may be the endpoint of a push service: https, and no private host. */
  isEndpoint(endpoint: string): boolean;
  /** Encrypts and sends. Never throws for what the push service does. */
  send(to: PushAddress, payload: string, ttlSeconds: number): Promise<PushOutcome>;
};
