import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { isoCBOR } from "@simplewebauthn/server/helpers";

const sha256 = (data: Uint8Array | string) => createHash("sha256").update(data).digest();
const base64url = (data: Uint8Array | string) => Buffer.from(data).toString("base64url");

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const BACKUP_ELIGIBLE = 0x08;
const BACKED_UP = 0x10;
const HAS_CREDENTIAL = 0x40;

type Behavior = {
  /** What the browser says the page is; the site's own unless a test plays a phishing page. */
  origin: string;
  rpId: string;
  /** False plays a security key that never asked for a finger or a PIN. */
  verifiesUser: boolean;
  /** How far the signature counter goes at each use; 0 for a passkey that syncs. */
  step: number;
};

/** A passkey made of `node:crypto`: real attestations and assertions, as a browser would send them. */
export class SoftwareAuthenticator {
  readonly behavior: Behavior;
  readonly id = base64url(randomBytes(32));
  readonly #keys: { publicKey: KeyObject; privateKey: KeyObject };
  counter = 0;
  userHandle: string | undefined;

  constructor(origin: string, behavior: Partial<Behavior> = {}) {
    this.behavior = { origin, rpId: new URL(origin).hostname, verifiesUser: true, step: 1, ...behavior };
    this.#keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  }

  #clientData(type: "webauthn.create" | "webauthn.get", challenge: string): string {
    return JSON.stringify({ type, challenge, origin: this.behavior.origin, crossOrigin: false });
  }

  #authenticatorData(flags: number, credential: Uint8Array = Buffer.alloc(0)): Buffer {
    const { rpId, verifiesUser, step } = this.behavior;
    this.counter += step;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const synced = step === 0 ? BACKUP_ELIGIBLE | BACKED_UP : 0;
    const all = flags | USER_PRESENT | synced | (verifiesUser ? USER_VERIFIED : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([all]), counter, credential]);
  }

  #coseKey(): Uint8Array {
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    // RFC 9053: kty EC2, alg ES256, crv P-256, and the point.
    return isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Uint8Array.from(Buffer.from(x, "base64url"))],
        [-3, Uint8Array.from(Buffer.from(y, "base64url"))],
      ]),
    );
  }

  /** What `navigator.credentials.create` gives. */
  create({ challenge, user }: PublicKeyCredentialCreationOptionsJSON): RegistrationResponseJSON {
    this.userHandle = user.id;
    const rawId = Buffer.from(this.id, "base64url");
    const length = Buffer.alloc(2);
    length.writeUInt16BE(rawId.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, rawId, this.#coseKey()]);
    const authData = Uint8Array.from(this.#authenticatorData(HAS_CREDENTIAL, credential));
    const attestationObject = isoCBOR.encode(
      new Map<string, string | Map<never, never> | Uint8Array>([
        ["fmt", "none"],
        ["attStmt", new Map<never, never>()],
        ["authData", authData],
      ]),
    );
    return {
      id: this.id,
      rawId: this.id,
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64url(this.#clientData("webauthn.create", challenge)),
        attestationObject: base64url(attestationObject),
        transports: ["internal"],
      },
    };
  }

  /** What `navigator.credentials.get` gives. */
  get({ challenge }: PublicKeyCredentialRequestOptionsJSON): AuthenticationResponseJSON {
    const clientData = this.#clientData("webauthn.get", challenge);
    const authenticatorData = this.#authenticatorData(0);
    const signature = createSign("sha256")
      .update(Buffer.concat([authenticatorData, sha256(clientData)]))
      .sign(this.#keys.privateKey);
    return {
      id: this.id,
      rawId: this.id,
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(signature),
        ...(this.userHandle !== undefined && { userHandle: this.userHandle }),
      },
    };
  }
}
