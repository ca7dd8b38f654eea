import "reflect-metadata";
import { BasicConstraintsExtension, SubjectAlternativeNameExtension, X509CertificateGenerator } from "@peculiar/x509";

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;
const DAY_MS = 24 * 60 * 60_000;

const makeKeys = () => crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);

async function pemOf(key: CryptoKey): Promise<string> {
  const base64 = Buffer.from(await crypto.subtle.exportKey("pkcs8", key)).toString("base64");
  return `-----BEGIN PRIVATE KEY-----\n${base64.replaceAll(/(.{64})/g, "$1\n")}\n-----END PRIVATE KEY-----\n`;
}

/** A root that nobody knows, and a server's certificate for this IP address, signed by it. All are PEM. */
export async function makeCertificates(address: string) {
  const valid = {
    signingAlgorithm: ALGORITHM,
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + DAY_MS),
  };
  const rootKeys = await makeKeys();
  const root = await X509CertificateGenerator.createSelfSigned({
    ...valid,
    serialNumber: "01",
    name: "CN=Root of a test",
    keys: rootKeys,
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
  });
  const serverKeys = await makeKeys();
  const server = await X509CertificateGenerator.create({
    ...valid,
    serialNumber: "02",
    subject: "CN=Database of a test",
    issuer: root.subject,
    publicKey: serverKeys.publicKey,
    signingKey: rootKeys.privateKey,
    extensions: [new SubjectAlternativeNameExtension([{ type: "ip", value: address }])],
  });
  return { root: root.toString("pem"), server: server.toString("pem"), key: await pemOf(serverKeys.privateKey) };
}
