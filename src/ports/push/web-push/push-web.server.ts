import { Agent as HttpAgent, request as requestHttp } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import { asc } from "drizzle-orm";
import webPush from "web-push";
import type { Db } from "#src/db/connect.server.ts";
import { pushKeys } from "#src/db/tables/push.ts";
import type { PushOutcome, PushPort } from "#src/ports/push/port.ts";
import { isPushEndpoint, publicLookup } from "#src/ports/push/web-push/public-hosts.server.ts";
import { isLoopback } from "#src/shared/loopback.mjs";

const TIMEOUT_MS = 5_000;
/** Per push service. */
const MOST_CONNECTIONS = 25;

/** How long a token is reused; it expires after twice as long. */
const TOKEN_SECONDS = 3600;
const MOST_TOKENS = 100;

type Token = { readonly header: string; readonly until: number };
type Keys = { readonly publicKey: string; readonly privateKey: string };

/** Loads the site's VAPID keys, creating them on first use. If two processes race, both use the older pair. */
async function loadKeys(db: Db, now: Date): Promise<Keys> {
  const read = () => db.select().from(pushKeys).orderBy(asc(pushKeys.createdAt), asc(pushKeys.publicKey)).limit(1);
  const [known] = await read();
  if (known) return known;
  await db.insert(pushKeys).values({ ...webPush.generateVAPIDKeys(), createdAt: now });
  const [first] = await read();
  if (!first) throw new Error("The push keys could not be kept.");
  return first;
}

type WebPushOptions = {
  readonly db: Db;
  readonly now: () => Date;
  /** The VAPID subject, a contact for push services: the site's URL, or a mail address if that is local. */
  readonly publicUrl: string;
  readonly mailFrom: string;
};

const outcomeOf = (status: number): PushOutcome =>
  status >= 200 && status < 300 ? "sent" : status === 404 || status === 410 ? "gone" : "failed";

/** Creates the VAPID headers: one token per push service, signed once an hour. */
function vapidHeaders(loadOnce: () => Promise<Keys>, subject: string): (origin: string) => Promise<string> {
  const tokens = new Map<string, Token>();
  return async (origin) => {
    const known = tokens.get(origin);
    const seconds = Date.now() / 1000;
    if (known && seconds < known.until) return known.header;
    const { publicKey, privateKey } = await loadOnce();
    // Browsers choose the push services, so the cache is bounded.
    if (tokens.size >= MOST_TOKENS) tokens.clear();
    const expires = Math.floor(seconds) + 2 * TOKEN_SECONDS;
    const { Authorization } = webPush.getVapidHeaders(origin, subject, publicKey, privateKey, "aes128gcm", expires);
    tokens.set(origin, { header: Authorization, until: seconds + TOKEN_SECONDS });
    return Authorization;
  };
}

type Post = (endpoint: string, headers: Record<string, string>, body: Buffer) => Promise<PushOutcome>;

function poster(allowsLoopback: boolean): Post {
  // Connects to public addresses only. Keeps connections alive, because most browsers share a few push services.
  const options = { keepAlive: true, maxSockets: MOST_CONNECTIONS, lookup: publicLookup(allowsLoopback) };
  const agents = { "http:": new HttpAgent(options), "https:": new HttpsAgent(options) };
  return (endpoint, headers, body) => {
    const isSecure = endpoint.startsWith("https:");
    const request = isSecure ? requestHttps : requestHttp;
    const agent = agents[isSecure ? "https:" : "http:"];
    return new Promise((resolve) => {
      const how = { method: "POST", headers, agent, signal: AbortSignal.timeout(TIMEOUT_MS) };
      const sending = request(endpoint, how, (answer) => {
        // Only the status matters; ignore errors in the body.
        answer.on("error", () => undefined);
        answer.resume();
        resolve(outcomeOf(answer.statusCode ?? 0));
      });
      sending.on("error", () => resolve("failed"));
      sending.end(body);
    });
  };
}

/** Web Push (RFC 8030, 8188, 8291, 8292). Follows no redirects, and connects to public addresses only. */
export function webPushes({ db, now, publicUrl, mailFrom }: WebPushOptions): PushPort {
  const allowsLoopback = isLoopback(new URL(publicUrl).hostname);
  const address = /<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom;
  const subject = publicUrl.startsWith("https:") ? publicUrl : `mailto:${address}`;
  let loading: Promise<Keys> | undefined;
  const keys = () => {
    loading ??= loadKeys(db, now()).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  const authorize = vapidHeaders(keys, subject);
  const post = poster(allowsLoopback);

  return {
    async publicKey() {
      return (await keys()).publicKey;
    },
    isEndpoint: (endpoint) => isPushEndpoint(endpoint, allowsLoopback),
    async send({ endpoint, p256dh, auth }, payload, ttlSeconds) {
      if (!isPushEndpoint(endpoint, allowsLoopback)) return "gone";
      const authorization = await authorize(new URL(endpoint).origin);
      let details;
      try {
        const options = { TTL: ttlSeconds, contentEncoding: "aes128gcm", urgency: "high" } as const;
        details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, options);
      } catch {
        // Invalid keys: nothing can ever reach this browser.
        return "gone";
      }
      const headers = { ...(details.headers as Record<string, string>), Authorization: authorization };
      return post(endpoint, headers, details.body);
    },
  };
}
