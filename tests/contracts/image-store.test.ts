import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { diskImageStore } from "#src/ports/image-store/disk/image-store-disk.server.ts";
import { type ImageStorePort, StoreUnavailable } from "#src/ports/image-store/port.ts";
import { s3ImageStore, type S3Settings } from "#src/ports/image-store/s3/image-store-s3.server.ts";
import { startStrictS3, type StrictS3 } from "#tests/fakes/s3/strict-s3.ts";
import { OutsideHealth } from "#src/shared/outside.ts";
import { BYTES, describeImageStore, name, read } from "#tests/support/image-store.ts";

const CREDENTIALS = { accessKeyId: "sandbar", secretAccessKey: "not/so+secret" };
const BUCKET = { bucket: "pictures", region: "us-east-1" };
const health = new OutsideHealth(() => new Date());
// Enough on busy cores, for a store that works.
const PATIENT = { connect: 20_000, silence: 20_000, call: 60_000, reading: 60_000 };
// Short enough to wait for, for one that does not.
const IMPATIENT = { connect: 1000, silence: 800, call: 4000, reading: 2000 };

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "sandbar-images-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function disk(): Promise<ImageStorePort> {
  return diskImageStore({ folder: join(await temporaryFolder(), "images") });
}

async function openBucket(
  more: Partial<Parameters<typeof startStrictS3>[0]> = {},
  settings: Partial<S3Settings> = {},
  patience = PATIENT,
) {
  const bucket = await startStrictS3({ ...CREDENTIALS, ...BUCKET, ...more });
  onTestFinished(() => bucket.stop());
  const { endpoint } = bucket;
  const whole = { ...CREDENTIALS, ...BUCKET, endpoint, publicUrl: undefined, ...settings };
  const store = s3ImageStore(whole, { health, patience });
  return { bucket, store };
}

describeImageStore("disk", disk);
describeImageStore("S3", async () => (await openBucket()).store);

test("a folder that cannot be written is said to be, and a write that was cut short is cleared away", async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, "file"), "");
  const blocked = diskImageStore({ folder: join(folder, "file", "images") });
  await expect(blocked.put(name("a"), BYTES, "image/webp")).rejects.toThrow(StoreUnavailable);
  const store = diskImageStore({ folder });
  await mkdir(join(folder, "unfinished"));
  for (const part of ["old", "new"]) await writeFile(join(folder, "unfinished", part), "half");
  const longAgo = new Date(Date.now() - 2 * 86_400_000);
  await utimes(join(folder, "unfinished", "old"), longAgo, longAgo);
  expect(await store.list("", 10)).toEqual([]);
  expect(await readdir(join(folder, "unfinished"))).toEqual(["new"]);
});

test("a bucket that everybody can read has addresses of its own", async () => {
  const { store } = await openBucket({}, { publicUrl: "https://pictures.example.com/group" });
  expect(store.publicUrl(name("a"))).toBe(`https://pictures.example.com/group/${name("a")}`);
  expect((await openBucket()).store.publicUrl(name("a"))).toBeNull();
  expect((await disk()).publicUrl(name("a"))).toBeNull();
});

/** Everything that a store is asked for, each of which must say that it is away. */
const CALLS: readonly (readonly [string, (store: ImageStorePort) => Promise<unknown>])[] = [
  ["put", (store) => store.put(name("a"), BYTES, "image/webp")],
  ["get", (store) => read(store, name("a"))],
  ["delete", (store) => store.delete([name("a")])],
  ["list", (store) => store.list("", 10)],
];

async function expectAway(store: ImageStorePort): Promise<void> {
  for (const [what, call] of CALLS) await expect(call(store), what).rejects.toThrow(StoreUnavailable);
}

describe("a bucket refuses who is not its owner, and says what else is wrong", () => {
  test.each([
    ["another's secret", {}, { secretAccessKey: "guessed" }],
    ["an unknown key", {}, { accessKeyId: "stranger" }],
    ["another region", {}, { region: "eu-west-1" }],
    ["no such bucket", {}, { bucket: "elsewhere" }],
    ["credentials that have run out", { isExpired: true }, {}],
  ])("%s", async (_what, more, settings) => {
    await expectAway((await openBucket(more, settings)).store);
  });

  test("a picture that is too large for it", async () => {
    const { store, bucket } = await openBucket({ maxBytes: 1000 });
    await expect(store.put(name("a"), BYTES, "image/webp")).rejects.toThrow(/EntityTooLarge/);
    expect(bucket.objects.size).toBe(0);
  });
});

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
const html: Answer = (_request, response) =>
  response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Sign in to the network</title>");
const failing =
  (status: number, code: string): Answer =>
  (request, response) => {
    request.resume();
    response.writeHead(status, { "content-type": "application/xml" }).end(`<Error><Code>${code}</Code></Error>`);
  };
const drip: Answer = (_request, response) => {
  response.writeHead(200, { "content-type": "image/webp", "content-length": 70_000, etag: '"x"' });
  response.write(Buffer.alloc(10));
};
const cut: Answer = (_request, response) => {
  response.writeHead(200, { "content-type": "image/webp", "content-length": 70_000, etag: '"x"' });
  response.write(Buffer.alloc(10), () => response.destroy());
};

describe("a bucket that is in trouble is said to be away: nothing hangs, nothing is taken for done", () => {
  const troubles: readonly (readonly [string, Answer])[] = [
    ["it says nothing", () => undefined],
    ["it hangs up", (request) => request.socket.destroy()],
    ["it stops in the middle", drip],
    ["it hangs up in the middle", cut],
    ["429", failing(429, "TooManyRequests")],
    ["503", failing(503, "SlowDown")],
    ["500", failing(500, "InternalError")],
    ["409", failing(409, "OperationAborted")],
    ["a page of somebody else's", html],
    ["nonsense", (_request, response) => response.writeHead(200, { "content-type": "application/xml" }).end("<<<")],
  ];
  test.each(troubles)("%s", async (_what, answer) => {
    const { store, bucket } = await openBucket({}, {}, IMPATIENT);
    bucket.fault = (request, response) => {
      answer(request, response);
      return true;
    };
    await expectAway(store);
    expect(Object.keys(health.away)).toEqual(["pictures"]);
    bucket.fault = null;
    // The trouble is over: the same store works again.
    await store.put(name("a"), BYTES, "image/webp");
    expect(await read(store, name("a"))).toEqual(BYTES);
    expect(health.away).toEqual({});
  });

  test("it sends a byte now and then, for ever", async () => {
    const { store, bucket } = await openBucket({}, {}, { ...IMPATIENT, call: 600, reading: 600 });
    bucket.fault = (_request, response) => {
      response.writeHead(200, { "content-type": "image/webp", "content-length": 70_000, etag: '"x"' });
      const timer = setInterval(() => response.write("x"), 50);
      response.on("close", () => clearInterval(timer));
      return true;
    };
    await expectAway(store);
  });

  test("it cannot be reached", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const endpoint = `http://127.0.0.1:${port}`;
    await expectAway(
      s3ImageStore({ ...CREDENTIALS, ...BUCKET, endpoint, publicUrl: undefined }, { health, patience: IMPATIENT }),
    );
  });

  test("one refusal for being busy is tried again, and nobody hears of it", async () => {
    const { store, bucket } = await openBucket();
    const isBusyOnce = (kept: StrictS3) => {
      kept.fault = (request, response) => {
        kept.fault = null;
        failing(503, "SlowDown")(request, response);
        return true;
      };
    };
    isBusyOnce(bucket);
    await store.put(name("a"), BYTES, "image/webp");
    isBusyOnce(bucket);
    expect(await read(store, name("a"))).toEqual(BYTES);
    expect(bucket.asked()).toBe(4);
  });
});
