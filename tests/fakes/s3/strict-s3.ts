import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

// A bucket in memory, behind a real socket, that refuses what Amazon's refuses: for the tests of the adapter.

type Credentials = { readonly accessKeyId: string; readonly secretAccessKey: string };
type Options = Credentials & {
  readonly bucket: string;
  readonly region: string;
  /** Bytes that an object may have. */
  readonly maxBytes?: number;
  /** Its credentials have run out. */
  readonly isExpired?: boolean;
};
type StoredObject = { readonly bytes: Buffer; readonly type: string; readonly storedAt: Date };
/** Answers in the store's place; true when it did. */
type Fault = (request: IncomingMessage, response: ServerResponse) => boolean;

export type StrictS3 = {
  readonly endpoint: string;
  readonly objects: Map<string, StoredObject>;
  /** How often it was asked. */
  readonly asked: () => number;
  /** What happens instead, until it is set again. */
  fault: Fault | null;
  stop(): Promise<void>;
};

/** A refusal as S3 words it. */
class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Buffer, data: string) => createHmac("sha256", key).update(data).digest();
const MOST_SKEW_MS = 15 * 60_000;

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);

function instantOf(amzDate: string): number {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(amzDate) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

function canonicalQuery(url: URL): string {
  return [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join("&");
}

/** Signature version 4, as AWS describes it. Throws a refusal. */
function checkSignature(request: IncomingMessage, url: URL, body: Buffer, options: Options): void {
  const header = (name: string) => String(request.headers[name] ?? "");
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
  const [, accessKeyId, date = "", region, signed = "", signature = ""] = form.exec(header("authorization")) ?? [];
  if (accessKeyId === undefined) throw new Refusal(403, "AccessDenied");
  if (accessKeyId !== options.accessKeyId) throw new Refusal(403, "InvalidAccessKeyId");
  if (region !== options.region) throw new Refusal(400, "AuthorizationHeaderMalformed");
  const amzDate = header("x-amz-date");
  if (!(Math.abs(Date.now() - instantOf(amzDate)) < MOST_SKEW_MS)) throw new Refusal(403, "RequestTimeTooSkewed");
  const names = signed.split(";");
  const amazons = Object.keys(request.headers).filter((name) => name.startsWith("x-amz-") || name === "content-md5");
  if (!["host", "x-amz-date", "x-amz-content-sha256", ...amazons].every((name) => names.includes(name)))
    throw new Refusal(403, "AccessDenied");
  const payload = header("x-amz-content-sha256");
  if (payload !== sha256(body)) throw new Refusal(400, "XAmzContentSHA256Mismatch");
  const canonical = [
    request.method,
    url.pathname,
    canonicalQuery(url),
    ...names.map((name) => `${name}:${header(name).trim().replace(/ +/g, " ")}`),
    "",
    signed,
    payload,
  ].join("\n");
  const scope = `${date}/${region}/s3/aws4_request`;
  const key = ["s3", "aws4_request"].reduce<Buffer>(
    (last, part) => hmac(last, part),
    hmac(hmac(`AWS4${options.secretAccessKey}`, date), region ?? ""),
  );
  const expected = hmac(key, ["AWS4-HMAC-SHA256", amzDate, scope, sha256(canonical)].join("\n"));
  if (!timingSafeEqual(expected, Buffer.from(signature, "hex"))) throw new Refusal(403, "SignatureDoesNotMatch");
  if (options.isExpired) throw new Refusal(400, "ExpiredToken");
}

function answerXml(response: ServerResponse, status: number, xml: string): void {
  const body = Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`);
  response.writeHead(status, { "content-type": "application/xml", "content-length": body.length }).end(body);
}

const etagOf = (bytes: Buffer) => `"${createHash("md5").update(bytes).digest("hex")}"`;

function put(request: IncomingMessage, body: Buffer, { maxBytes = Infinity }: Options): StoredObject {
  if (request.headers["content-length"] === undefined) throw new Refusal(411, "MissingContentLength");
  if (body.length > maxBytes) throw new Refusal(400, "EntityTooLarge");
  const digest = request.headers["content-md5"];
  if (digest !== undefined && digest !== createHash("md5").update(body).digest("base64"))
    throw new Refusal(400, "BadDigest");
  return { bytes: body, type: request.headers["content-type"] ?? "binary/octet-stream", storedAt: new Date() };
}

function get(request: IncomingMessage, response: ServerResponse, object: StoredObject | undefined): void {
  if (!object) throw new Refusal(404, "NoSuchKey");
  const { bytes, type, storedAt } = object;
  const head = { "content-type": type, etag: etagOf(bytes), "last-modified": storedAt.toUTCString() };
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
  if (first === undefined) {
    response.writeHead(200, { ...head, "content-length": bytes.length }).end(bytes);
    return;
  }
  const [from, to] = [Number(first), Math.min(Number(last), bytes.length - 1)];
  if (from > to) throw new Refusal(416, "InvalidRange");
  const range = { "content-range": `bytes ${from}-${to}/${bytes.length}`, "content-length": to + 1 - from };
  response.writeHead(206, { ...head, ...range }).end(bytes.subarray(from, to + 1));
}

function list(response: ServerResponse, url: URL, objects: ReadonlyMap<string, StoredObject>): void {
  if (url.searchParams.get("list-type") !== "2") throw new Refusal(501, "NotImplemented");
  const [prefix, after] = ["prefix", "start-after"].map((name) => url.searchParams.get(name) ?? "");
  const most = Math.min(1000, Number(url.searchParams.get("max-keys") ?? 1000));
  const all = [...objects]
    .filter(([name]) => name.startsWith(prefix ?? "") && name > (after ?? ""))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const shown = all.slice(0, most);
  const contents = shown.map(
    ([name, { bytes, storedAt }]) =>
      `<Contents><Key>${name}</Key><LastModified>${storedAt.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`,
  );
  answerXml(
    response,
    200,
    `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>${all.length > most}</IsTruncated><KeyCount>${shown.length}</KeyCount><MaxKeys>${most}</MaxKeys>${contents.join("")}</ListBucketResult>`,
  );
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  options: Options,
  objects: Map<string, StoredObject>,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const url = new URL(request.url ?? "", "http://bucket");
  checkSignature(request, url, body, options);
  const [, bucket, name = ""] = /^\/([^/]+)\/?(.*)$/.exec(url.pathname) ?? [];
  if (bucket !== options.bucket) throw new Refusal(404, "NoSuchBucket");
  if (request.method === "GET") {
    if (name === "") list(response, url, objects);
    else get(request, response, objects.get(name));
  } else if (request.method === "PUT" && name !== "") {
    const object = put(request, body, options);
    objects.set(name, object);
    response.writeHead(200, { etag: etagOf(object.bytes), "content-length": 0 }).end();
  } else if (request.method === "DELETE" && name !== "") {
    objects.delete(name);
    response.writeHead(204).end();
  } else throw new Refusal(405, "MethodNotAllowed");
}

/** Starts a bucket on a free port of this machine. */
export async function startStrictS3(options: Options): Promise<StrictS3> {
  const objects = new Map<string, StoredObject>();
  let asked = 0;
  const server: Server = createServer((request, response) => {
    asked += 1;
    if (bucket.fault?.(request, response)) return;
    answer(request, response, options, objects).catch((error: unknown) => {
      const { status, code } = error instanceof Refusal ? error : new Refusal(500, "InternalError");
      answerXml(response, status, `<Error><Code>${code}</Code><Message>${String(error)}</Message></Error>`);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const bucket: StrictS3 = {
    endpoint: `http://127.0.0.1:${port}`,
    objects,
    asked: () => asked,
    fault: null,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return bucket;
}
