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
  /** Undefined: Amazon's own for the region. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Where the bucket is readable by anybody, without a trailing slash; undefined when it is not. */
  readonly publicUrl: string | undefined;
};

/** Milliseconds. */
type S3Patience = {
  readonly connect: number;
  /** For the beginning of an answer, and between any two pieces of one. */
  readonly silence: number;
  /** For a whole call, but the bytes of a picture on their way out. */
  readonly call: number;
  /** For the bytes of a picture on their way out. */
  readonly reading: number;
};
const PATIENCE: S3Patience = { connect: 3000, silence: 10_000, call: 30_000, reading: 300_000 };

type S3Options = {
  readonly health: OutsideHealth;
  /** Shorter in tests. */
  readonly patience?: S3Patience;
};

/** The SDK is large: whoever keeps pictures on disk never loads it. */
const loadSdk = () => import("@aws-sdk/client-s3");
type Sdk = Awaited<ReturnType<typeof loadSdk>>;
type Connection = { readonly sdk: Sdk; readonly client: S3Client };

async function connectTo(settings: S3Settings, patience: S3Patience): Promise<Connection> {
  const sdk = await loadSdk();
  const { endpoint, region, accessKeyId, secretAccessKey } = settings;
  const client = new sdk.S3Client({
    region,
    // Names of buckets as part of the host need a certificate and a name server that only Amazon's has.
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 2,
    // Our own MD5 goes along; stores other than Amazon's refuse or misread the newer checksums.
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

/** The bytes of an answer; undefined when something else than a store of ours spoke: a proxy's page, say. */
function bodyOf(answer: GetObjectCommandOutput): { stream: ReadableStream<Uint8Array>; size: number } | undefined {
  const { Body, ContentLength, ContentType = "", ETag } = answer;
  const isOurs = ETag !== undefined && ContentLength !== undefined && /^(?:image|video)\//.test(ContentType);
  if (!Body) return undefined;
  const stream = Body.transformToWebStream() as ReadableStream<Uint8Array>;
  if (isOurs) return { stream, size: ContentLength };
  void stream.cancel().catch(() => undefined);
  return undefined;
}

/** Something in between answered. */
const NO_STORE = "it answered, but not as a store does";

/** Whatever goes wrong but a name of ours that is none, which never leaves this machine. */
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

/** An object, or the range of it that was asked for; null when there is none. */
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

/** Calls the bucket, each time within its time; what fails is told as such. */
function calls(settings: S3Settings, { health, patience = PATIENCE }: S3Options) {
  const conceal = concealing(settings.secretAccessKey);
  let connection: Promise<Connection> | undefined;

  return async <T>(what: string, work: (connected: Connection, abortSignal: AbortSignal) => Promise<T>): Promise<T> => {
    const connected = (connection ??= connectTo(settings, patience));
    // Only until the answer begins: what is read after that has its own watch.
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

/** Pictures as objects of a bucket of Amazon S3, or of anything that speaks like it. */
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
