import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** The credentials that the fake pool accepts as its administrator. */
export type Administrator = { readonly accessKeyId: string; readonly secretAccessKey: string };

const hmac = (key: Buffer | string, data: string) => createHmac("sha256", key).update(data).digest();
const sha256 = (data: string) => createHash("sha256").update(data).digest("hex");

type Signed = { readonly headers: IncomingHttpHeaders; readonly body: string; readonly region: string };

/** Whether a `POST /` carries a right AWS Signature Version 4; the vendor's name of the fault when it does not. */
export function signatureFault({ headers, body, region }: Signed, admin: Administrator): string | null {
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? "",
    );
  if (!parts) return "MissingAuthenticationTokenException";
  const [, keyId, day = "", inRegion = "", service = "", signedHeaders = "", signature = ""] = parts;
  if (keyId !== admin.accessKeyId) return "UnrecognizedClientException";
  if (inRegion !== region || service !== "cognito-idp") return "InvalidSignatureException";
  const names = signedHeaders.split(";");
  if (!["host", "x-amz-date", "x-amz-target"].every((name) => names.includes(name))) return "InvalidSignatureException";
  const canonicalHeaders = names.map((name) => `${name}:${String(headers[name]).trim()}\n`).join("");
  const canonical = ["POST", "/", "", canonicalHeaders, signedHeaders, sha256(body)].join("\n");
  const scope = `${day}/${inRegion}/${service}/aws4_request`;
  const toSign = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, sha256(canonical)].join("\n");
  const key = [inRegion, service, "aws4_request"].reduce(hmac, hmac(`AWS4${admin.secretAccessKey}`, day));
  const expected = hmac(key, toSign);
  return timingSafeEqual(expected, Buffer.from(signature, "hex")) ? null : "InvalidSignatureException";
}
