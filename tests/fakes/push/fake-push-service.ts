import { createECDH, createDecipheriv, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

// A push service and the browsers that subscribed at it, as strict as those of the browser vendors: it checks the VAPID
// token (RFC 8292) and the headers (RFC 8030), and a browser decrypts what arrives (RFC 8188, 8291).

const decode = (text: string) => Buffer.from(text, "base64url");
const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync("sha256", secret, salt, info, length));

/** What the service worker of the site shows. */
type Notification = { readonly id: string; readonly title: string; readonly body: string; readonly url: string };

/** One browser's subscription, with the keys that only it has. */
export class FakeBrowser {
  readonly endpoint: string;
  readonly #keys = createECDH("prime256v1");
  readonly #auth = randomBytes(16);
  readonly received: Notification[] = [];
  /** What the push service answers from now on. */
  answers = 201;

  constructor(endpoint: string) {
    this.endpoint = endpoint;
    this.#keys.generateKeys();
  }

  /** As `PushSubscription.toJSON()` writes it. */
  get subscription() {
    const keys = { p256dh: this.#keys.getPublicKey("base64url"), auth: this.#auth.toString("base64url") };
    return { endpoint: this.endpoint, keys };
  }

  take(body: Buffer): void {
    const [salt, idLength] = [body.subarray(0, 16), body.readUInt8(20)];
    const sender = body.subarray(21, 21 + idLength);
    const sealed = body.subarray(21 + idLength);
    const shared = this.#keys.computeSecret(sender);
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), this.#keys.getPublicKey(), sender]);
    const secret = derive(shared, this.#auth, info, 32);
    const key = derive(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
    const nonce = derive(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
    const opener = createDecipheriv("aes-128-gcm", key, nonce);
    opener.setAuthTag(sealed.subarray(-16));
    const text = Buffer.concat([opener.update(sealed.subarray(0, -16)), opener.final()]).toString("utf8");
    // RFC 8188: 2 ends the last record, and zeros may follow.
    this.received.push(JSON.parse(text.slice(0, text.lastIndexOf("\u0002"))) as Notification);
  }
}

/** Why a request is refused; null when it is right. */
function faultOf(request: IncomingMessage, body: Buffer, { origin, publicKey }: { origin: string; publicKey: string }) {
  const { authorization = "", ttl = "", "content-encoding": encoding } = request.headers;
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const [header = "", claims = "", signature = ""] = token.split(".");
  if (key !== publicKey) return "another key than the one that was subscribed with";
  const point = decode(key);
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const signer = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
  const isSigned = verify(
    "sha256",
    Buffer.from(`${header}.${claims}`),
    { key: signer, dsaEncoding: "ieee-p1363" },
    decode(signature),
  );
  if (!isSigned) return "a wrong signature";
  const { aud, exp, sub } = JSON.parse(decode(claims).toString()) as { aud: string; exp: number; sub: string };
  if (aud !== origin) return `a token for ${aud}`;
  if (!(exp > Date.now() / 1000 && exp <= Date.now() / 1000 + 86_400)) return "a token that is over, or lasts too long";
  if (!/^(?:mailto:\S+@\S+|https:\/\/)/.test(sub)) return `nobody to ask: ${sub}`;
  if (!/^\d+$/.test(String(ttl))) return "no TTL";
  if (encoding !== "aes128gcm") return `the encoding ${encoding}`;
  return body.length > 4096 ? "a body that is too long" : null;
}

export class FakePushService {
  readonly #server: Server;
  readonly #browsers = new Map<string, FakeBrowser>();
  readonly faults: string[] = [];
  #publicKey = "";

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<FakePushService> {
    const server = createServer();
    const service = new FakePushService(server);
    server.on("request", (request: IncomingMessage, answer) => {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        answer.statusCode = service.#answer(request, Buffer.concat(parts));
        answer.end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return service;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** A browser that subscribes with the site's key. */
  subscribe(publicKey: string): FakeBrowser {
    this.#publicKey = publicKey;
    const browser = new FakeBrowser(`${this.origin}/push/${randomBytes(12).toString("base64url")}`);
    this.#browsers.set(new URL(browser.endpoint).pathname, browser);
    return browser;
  }

  #answer(request: IncomingMessage, body: Buffer): number {
    const browser = this.#browsers.get(request.url ?? "");
    if (request.method !== "POST") return 405;
    if (!browser) return 404;
    const fault = faultOf(request, body, { origin: this.origin, publicKey: this.#publicKey });
    if (fault !== null) {
      this.faults.push(fault);
      return 403;
    }
    if (browser.answers === 201) browser.take(body);
    return browser.answers;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
