/** A push subscription: the browser's endpoint and its encryption keys. */
export type PushAddress = { readonly endpoint: string; readonly p256dh: string; readonly auth: string };

/** `gone`: the browser unsubscribed, so delete its address. `failed`: use another channel. */
export type PushOutcome = "sent" | "gone" | "failed";

/** Sends notifications to browsers (Web Push). */
export type PushPort = {
  /** The site's public VAPID key, base64url, for subscribing. */
  publicKey(): Promise<string>;
  /** Whether this can be a push endpoint: https, and not a private host. */
  isEndpoint(endpoint: string): boolean;
  /** Encrypts and sends. Never throws for a push service's errors. */
  send(to: PushAddress, payload: string, ttlSeconds: number): Promise<PushOutcome>;
};
