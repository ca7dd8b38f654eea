import { createHash } from "node:crypto";
import type {
  GetObjectCommandInput,
  GetObjectCommandOutput,
  PutObjectCommandInput,
  S3Client,
} from "@aws-sdk/client-s3";
import { type ByteRange, type ImageStorePort, isStoredName, StoreUnavailable } from "#src/ports/image-store/port.ts";
import { concealing, type OutsideHealth } from "#src/shared/outside.ts";
import { watched } from "#src/ports/image-store/s3/watched-stream.ts";

export type S3Settings = {
  /** Undefined: Amazon's endpoint for the region. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The bucket's public URL, without a trailing slash; undefined if private. */
  readonly publicUrl: string | undefined;
};

/** Milliseconds. */
type S3Patience = {
  readonly connect: number;
  /** For the start of a response, and between two chunks. */
  readonly silence: number;
  /** For a whole call, except downloads. */
  readonly call: number;
  /** For a whole download. */
  readonly reading: number;
};
const PATIENCE: S3Patience = { connect: 3000, silence: 10_000, call: 30_000, reading: 300_000 };

type S3Options = {
  readonly health: OutsideHealth;
  /** Overridden in tests. */
  readonly patience?: S3Patience;
};

/** The SDK is large, so it is loaded only when S3 is used. */
const loadSdk = () => import("@aws-sdk/client-s3");
type Sdk = Awaited<ReturnType<typeof loadSdk>>;
type Connection = { readonly sdk: Sdk; readonly client: S3Client };

async function connectTo(settings: S3Settings, patience: S3Patience): Promise<Connection> {
  const sdk = await loadSdk();
  const { endpoint, region, accessKeyId, secretAccessKey } = settings;
  const client = new sdk.S3Client({
    region,
    // Path-style URLs: bucket subdomains need DNS and certificates that only Amazon has.
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 2,
    // We send MD5 ourselves; other S3 implementations reject or misread the newer checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: patience.connect,
      requestTimeout: patience.silence,
      throwOnRequestTimeout: true,
      socketTimeout: patience.silence,
    },
  });
  return { sdk, client };
}

/** The bytes of a response; undefined if it is not from a store, such as a proxy's page. */
function bodyOf(answer: GetObjectCommandOutput): { stream: ReadableStream<Uint8Array>; size: number } | undefined {
  const { Body, ContentLength, ContentType = "", ETag } = answer;
  const isOurs = ETag !== undefined && ContentLength !== undefined && /^(?:image|video)\//.test(ContentType);
  if (!Body) return undefined;
  const stream = Body.transformToWebStream() as ReadableStream<Uint8Array>;
  if (isOurs) return { stream, size: ContentLength };
  void stream.cancel().catch(() => undefined);
  return undefined;
}

/** A proxy responded. */
const NO_STORE = "it answered, but not as a store does";

/** Any error except an invalid name, which never leaves this machine. */
const isAway = (error: unknown) => !(error instanceof NoName);

class NoName extends Error {
  override name = "NoName";
}

function expectThat(isSo: boolean): void {
  if (!isSo) throw new Error(NO_STORE);
}

async function write(
  { sdk, client }: Connection,
  input: PutObjectCommandInput,
  bytes: Uint8Array,
  abortSignal: AbortSignal,
): Promise<void> {
  const ContentMD5 = createHash("md5").update(bytes).digest("base64");
  const CacheControl = "private, max-age=31536000, immutable";
  const command = new sdk.PutObjectCommand({ ...input, ContentMD5, CacheControl });
  expectThat((await client.send(command, { abortSignal })).ETag !== undefined);
}

/** An object or a range of it; null if missing. */
async function read(
  { sdk, client }: Connection,
  input: GetObjectCommandInput,
  range: ByteRange | undefined,
  abortSignal: AbortSignal,
) {
  try {
    const body = bodyOf(await client.send(new sdk.GetObjectCommand(input), { abortSignal }));
    if (!body || (range && body.size !== range.to + 1 - range.from)) throw new Error(NO_STORE);
    return body;
  } catch (error) {
    if (error instanceof sdk.NoSuchKey) return null;
    throw error;
  }
}

/** Calls the bucket with a timeout; failures become StoreUnavailable. */
function calls(settings: S3Settings, { health, patience = PATIENCE }: S3Options) {
  const conceal = concealing(settings.secretAccessKey);
  let connection: Promise<Connection> | undefined;

  return async <T>(what: string, work: (connected: Connection, abortSignal: AbortSignal) => Promise<T>): Promise<T> => {
    const connected = (connection ??= connectTo(settings, patience));
    // Only until the response begins: the body has its own watchdog.
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), patience.call);
    try {
      return await health.watch("pictures", async () => work(await connected, abort.signal), isAway);
    } catch (error) {
      const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      throw new StoreUnavailable(`The picture store failed to ${what}: ${conceal(reason)}`);
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Pictures in Amazon S3 or a compatible store. */
export function s3ImageStore(settings: S3Settings, options: S3Options): ImageStorePort {
  const { bucket: Bucket, publicUrl } = settings;
  const { patience = PATIENCE } = options;
  const call = calls(settings, options);
  return {
    put: (Key, bytes, ContentType) =>
      call("keep a picture", (connected, abortSignal) => {
        if (!isStoredName(Key)) throw new NoName("this is no name of a stored picture");
        return write(connected, { Bucket, Key, Body: bytes, ContentType }, bytes, abortSignal);
      }),
    async get(Key, range) {
      if (!isStoredName(Key)) return null;
      const found = await call("give a picture", (connected, abortSignal) =>
        read(
          connected,
          { Bucket, Key, ...(range && { Range: `bytes=${range.from}-${range.to}` }) },
          range,
          abortSignal,
        ),
      );
      return found && { body: watched(found.stream, found.size, patience), size: found.size };
    },
    delete: (names) =>
      call("delete pictures", async ({ sdk, client }, abortSignal) => {
        for (const Key of names.filter(isStoredName)) {
          const answer = await client.send(new sdk.DeleteObjectCommand({ Bucket, Key }), { abortSignal });
          expectThat(answer.$metadata.httpStatusCode === 204);
        }
      }),
    list: (after, limit) =>
      call("list pictures", async ({ sdk, client }, abortSignal) => {
        const command = new sdk.ListObjectsV2Command({ Bucket, Prefix: "up-", StartAfter: after, MaxKeys: limit });
        const { KeyCount, Contents = [] } = await client.send(command, { abortSignal });
        expectThat(KeyCount === Contents.length);
        return Contents.flatMap(({ Key, LastModified }) =>
          Key !== undefined && LastModified !== undefined && isStoredName(Key)
            ? [{ name: Key, storedAt: LastModified }]
            : [],
        );
      }),
    publicUrl: (name) => (publicUrl === undefined ? null : `${publicUrl}/${name}`),
  };
}
