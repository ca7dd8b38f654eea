import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { diskImageStore } from "#src/ports/image-store/disk/image-store-disk.server.ts";
import { type ImageStorePort, isStoredName, StoreUnavailable } from "#src/ports/image-store/port.ts";
import { s3ImageStore, type S3Settings } from "#src/ports/image-store/s3/image-store-s3.server.ts";
import { startStrictS3, type StrictS3 } from "#src/ports/image-store/s3/strict-s3.ts";

const CREDENTIALS = { accessKeyId: "sandbar", secretAccessKey: "not/so+secret" };
const BUCKET = { bucket: "pictures", region: "us-east-1" };
// Long enough for this machine on a bad day, short enough to wait for.
const PATIENCE = { connect: 1000, silence: 400, call: 4000, reading: 2000 };

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "sandbar-images-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function disk(): Promise<ImageStorePort> {
  return diskImageStore({ folder: join(await temporaryFolder(), "images") });
}

async function openBucket(more: Partial<Parameters<typeof startStrictS3>[0]> = {}, settings: Partial<S3Settings> = {}) {
  const bucket = await startStrictS3({ ...CREDENTIALS, ...BUCKET, ...more });
  onTestFinished(() => bucket.stop());
  const { endpoint } = bucket;
  const store = s3ImageStore({ ...CREDENTIALS, ...BUCKET, endpoint, publicUrl: undefined, ...settings }, PATIENCE);
  return { bucket, store };
}

const name = (digit: string, rest = "-320x200-aabbcc-240.webp") => `up-${digit.repeat(32)}${rest}`;
const BYTES = Uint8Array.from({ length: 70_000 }, (_, index) => index % 251);

async function read(store: ImageStorePort, of: string, range?: { from: number; to: number }) {
  const found = await store.get(of, range);
  if (!found) return null;
  const bytes = new Uint8Array(await new Response(found.body).arrayBuffer());
  expect(bytes.length).toBe(found.size);
  return bytes;
}

describe.each([
  ["disk", disk],
  ["S3", async () => (await openBucket()).store],
])("pictures on %s", (_where, open) => {
  test("what is put is given back, whole or in part, and is gone when deleted", async () => {
    const store = await open();
    await store.put(name("a"), BYTES, "image/webp");
    await store.put(name("b", "-640x360.mp4"), BYTES.slice(0, 10), "video/mp4");
    expect(await read(store, name("a"))).toEqual(BYTES);
    expect(await read(store, name("a"), { from: 100, to: 199 })).toEqual(BYTES.slice(100, 200));
    expect(await read(store, name("b", "-640x360.mp4"))).toEqual(BYTES.slice(0, 10));
    await store.delete([name("a"), name("c")]);
    expect(await read(store, name("a"))).toBeNull();
    expect(await read(store, name("b", "-640x360.mp4"))).toEqual(BYTES.slice(0, 10));
  });

  test("the same name again is fine; many at once are each whole", async () => {
    const store = await open();
    const digits = "0123456789abcdef".split("");
    await Promise.all(
      digits.flatMap((digit, index) => [0, 1].map(() => store.put(name(digit), BYTES.slice(index), "image/webp"))),
    );
    for (const [index, digit] of digits.entries()) expect(await read(store, name(digit))).toEqual(BYTES.slice(index));
  });

  test("names are listed in their order, a page at a time", async () => {
    const store = await open();
    expect(await store.list("", 10)).toEqual([]);
    const names = ["d", "3", "a", "0", "f"].map((digit) => name(digit));
    for (const each of names) await store.put(each, BYTES.slice(0, 5), "image/webp");
    const first = await store.list("", 2);
    const second = await store.list(first.at(-1)?.name ?? "", 10);
    expect([...first, ...second].map((each) => each.name)).toEqual(names.toSorted());
    expect(Math.abs(Date.now() - (first[0]?.storedAt.getTime() ?? 0))).toBeLessThan(60_000);
  });

  test("a name that is not of ours is nowhere, and cannot be written", async () => {
    const store = await open();
    for (const odd of [
      "../../etc/passwd",
      "",
      "up-",
      `${name("a")}/../x`,
      "up-é",
      name("a", "-1.webp\n"),
      name("a", "/x"),
    ]) {
      expect(isStoredName(odd)).toBe(false);
      expect(await store.get(odd)).toBeNull();
      await expect(store.put(odd, BYTES, "image/webp")).rejects.toThrow(/no name of a stored picture/);
    }
  });
});

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
    const { store, bucket } = await openBucket();
    bucket.fault = (request, response) => {
      answer(request, response);
      return true;
    };
    await expectAway(store);
    bucket.fault = null;
    // The trouble is over: the same store works again.
    await store.put(name("a"), BYTES, "image/webp");
    expect(await read(store, name("a"))).toEqual(BYTES);
  });

  test("it sends a byte now and then, for ever", async () => {
    const { store, bucket } = await openBucket();
    bucket.fault = (_request, response) => {
      response.writeHead(200, { "content-type": "image/webp", "content-length": 70_000, etag: '"x"' });
      const timer = setInterval(() => response.write("x"), 50);
      response.on("close", () => clearInterval(timer));
      return true;
    };
    await expect(read(store, name("a"))).rejects.toThrow(StoreUnavailable);
  });

  test("it cannot be reached", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const endpoint = `http://127.0.0.1:${port}`;
    await expectAway(s3ImageStore({ ...CREDENTIALS, ...BUCKET, endpoint, publicUrl: undefined }, PATIENCE));
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
