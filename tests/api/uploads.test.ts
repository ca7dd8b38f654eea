import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { clearUploads } from "#src/features/events/uploads/jobs.server.ts";
import type { Uploaded } from "#src/features/events/uploads/schema.ts";
import { StoreUnavailable } from "#src/ports/image-store/port.ts";
import { refusal } from "#tests/support/events.ts";
import { newEvent } from "#tests/support/new-event.ts";
import { drawPicture, formOf, makeJpeg, makeMp4 } from "#tests/support/pictures.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let token: string;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "100" });
  token = (await site.signedIn({ email: "sender@example.com" })).token;
});
afterAll(() => site.close());

const send = (file: Buffer, name?: string, as = token) =>
  site.fetch("/api/images", { method: "POST", body: formOf(file, name), as });

/** The boxes that a file is made of. */
function typesIn(bytes: Buffer): string[] {
  const types: string[] = [];
  for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at))
    types.push(bytes.toString("latin1", at + 4, at + 8));
  return types;
}
const count = (bytes: Buffer, word: string) => bytes.toString("latin1").split(word).length - 1;

async function upload(file: Buffer, name?: string): Promise<Uploaded> {
  const answer = await send(file, name);
  const body = (await answer.json()) as Uploaded;
  expect([answer.status, body]).toEqual([201, expect.objectContaining({ key: expect.stringMatching(/^up-/) })]);
  return body;
}

const get = (name: string, headers: Record<string, string> = {}) => site.fetch(`/images/${name}`, { headers });
const bytesOf = async (answer: Promise<Response>) => Buffer.from(await (await answer).arrayBuffer());

describe("a picture", () => {
  test.each([
    ["JPEG", () => drawPicture({ width: 2400, height: 1600 }).jpeg().toBuffer()],
    [
      "PNG",
      () =>
        drawPicture({ width: 1000, height: 700, color: { r: 9, g: 9, b: 9 } })
          .png()
          .toBuffer(),
    ],
    ["WebP", () => drawPicture({ width: 300, height: 500 }).webp().toBuffer()],
    [
      "AVIF",
      () =>
        drawPicture({ width: 500, height: 300, color: { r: 200, g: 0, b: 0 } })
          .avif()
          .toBuffer(),
    ],
  ])("[CREATE-06] %s becomes AVIF and WebP in the sizes that are shown, whatever it is called", async (_kind, make) => {
    const { key, width, height, sizes } = await upload(await make(), "../../odd.exe");
    expect([Math.max(width, height) <= 1920, sizes.at(-1)]).toEqual([true, width]);
    for (const size of sizes) {
      for (const format of ["avif", "webp"]) {
        const answer = await get(`${key}-${size}.${format}`);
        const read = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
        expect([answer.status, answer.headers.get("content-type"), read.width]).toEqual([200, `image/${format}`, size]);
      }
    }
    const whole = await get(key);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "private, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "content-length": String((await bytesOf(Promise.resolve(whole))).length),
    });
    const etag = whole.headers.get("etag") ?? "";
    expect((await get(key, { "if-none-match": etag })).status).toBe(304);
    const head = await site.fetch(`/images/${key}`, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  test("[CREATE-06] stands as its camera was held, and says nothing of where, when and with what it was taken", async () => {
    const exif = {
      IFD0: { Make: "SECRET-CAMERA", Copyright: "SECRET-OWNER" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "30/1 17/1 40/1" },
    };
    const sideways = await drawPicture({ width: 400, height: 200, left: { r: 255, g: 0, b: 0 } })
      .withExif(exif)
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(sideways.includes("SECRET-CAMERA")).toBe(true);
    const { key, width, height } = await upload(sideways);
    expect([width, height]).toEqual([200, 400]);
    for (const name of [`${key}-200.avif`, `${key}-200.webp`]) {
      const bytes = await bytesOf(get(name));
      const { exif: kept, xmp, iptc, orientation } = await sharp(bytes).metadata();
      expect([kept, xmp, iptc, orientation ?? 1]).toEqual([undefined, undefined, undefined, 1]);
      expect(bytes.includes("SECRET")).toBe(false);
      // What was left is up now.
      const [red = 0, green = 255] = await sharp(bytes)
        .extract({ left: 100, top: 50, width: 1, height: 1 })
        .raw()
        .toBuffer();
      expect(red > 200 && green < 60).toBe(true);
    }
  });

  test("[CREATE-06] the same file is kept once, also when it comes twice at the same moment", async () => {
    const file = await makeJpeg();
    const [first, second] = await Promise.all([upload(file), upload(file)]);
    expect(second.key).toBe(first?.key);
    expect((await upload(file)).key).toBe(first?.key);
    expect((await upload(await makeJpeg())).key).not.toBe(first?.key);
  });

  test("[CREATE-06] more at once than there is room for: each is kept, or sent away in words; nothing is lost", async () => {
    // So many that on a busy machine too there is no room for some.
    const files = await Promise.all(Array.from({ length: 80 }, () => makeJpeg({ width: 64, height: 64 })));
    const answers = await Promise.all(files.map((file) => send(file)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status !== 201 && status !== 503)).toEqual([]);
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(18);
    const away = answers.find(({ status }) => status === 503);
    expect([away?.headers.get("retry-after"), (await refusal(away ?? new Response("{}"))).message]).toEqual([
      "5",
      expect.stringContaining("Too many pictures are being uploaded"),
    ]);
    expect((await send(files.at(-1) ?? Buffer.alloc(0))).status).toBe(201);
  });
});

test("[EVT-02, SAFE-12] an .mp4 is given in ranges, and keeps nothing but what playing needs", async () => {
  const file = makeMp4({ sound: "between-samples".repeat(50), tracks: ["vide", "meta"] });
  const { key, kind, width, height } = await upload(file, "clip.mp4");
  expect([kind, width, height, key.endsWith(".mp4")]).toEqual(["video", 640, 426, true]);
  const whole = await get(key);
  expect([whole.status, whole.headers.get("content-type"), whole.headers.get("accept-ranges")]).toEqual([
    200,
    "video/mp4",
    "bytes",
  ]);
  const bytes = Buffer.from(await whole.arrayBuffer());
  for (const told of ["SECRET", "SECR", "GoPr", "xyz", "+30.2947", "udta", "uuid", "gps ", "XMP_"])
    expect([file.includes(told), bytes.includes(told)], told).toEqual([true, false]);
  const made = Buffer.alloc(4);
  made.writeUInt32BE(3_900_000_000);
  expect([file.includes(made), bytes.includes(made)]).toEqual([true, false]);
  expect([file.includes("between-samples"), bytes.includes("between-samples")]).toEqual([true, false]);
  // Of two tracks, the picture is left; every sample stands where the head says.
  expect(typesIn(bytes)).toEqual(["ftyp", "moov", "mdat"]);
  expect([count(file, "trak"), count(bytes, "trak")]).toEqual([2, 1]);
  const film = await readFile(new URL("../../assets/images/photo-bonfire-loop.mp4", import.meta.url));
  const samples = film.subarray(film.indexOf("mdat") + 4);
  const at = bytes.readUInt32BE(bytes.indexOf("stco") + 12);
  expect(bytes.subarray(at, at + samples.length)).toEqual(samples);
  const part = await get(key, { range: "bytes=10-19" });
  expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 10-19/${bytes.length}`]);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(10, 20));
  expect((await get(key, { range: `bytes=${bytes.length}-` })).status).toBe(416);
});

test("[EVT-02] what is not there is 404 in words, and no name leads anywhere else", async () => {
  const { key } = await upload(await makeJpeg());
  const guessed = key.replace(/[0-9a-f](?=-)/, (digit) => (digit === "0" ? "1" : "0"));
  for (const name of [
    guessed,
    `${key}-241.webp`,
    `${key}-240.gif`,
    `${key}.mp4`,
    "up-1",
    "..%2F..%2Fetc%2Fpasswd",
    "%00",
  ]) {
    const answer = await refusal(get(name));
    expect(answer, name).toEqual({ status: 404, message: "This picture does not exist, or it was taken down." });
  }
});

test("[CREATE-06] an event shows an upload as its picture; one that is gone or a video is refused, and nothing is made", async () => {
  const cover = await upload(await makeJpeg());
  const video = await upload(makeMp4({ sound: "another" }), "clip.mp4");
  const make = (title: string, imgKey: string) => site.post("/api/social-events", newEvent(title, { imgKey }), token);
  const made = await make("Own Picture", cover.key);
  expect([made.status, await made.json()]).toEqual([
    201,
    expect.objectContaining({ dbVal: expect.objectContaining({ imgKey: cover.key }) }),
  ]);
  for (const key of [video.key, cover.key.replace(/^up-..../, "up-0000")]) {
    const refused = await make("Never Made", key);
    expect([refused.status, await refused.json()]).toEqual([
      422,
      expect.objectContaining({ fields: { imgKey: expect.any(String) } }),
    ]);
  }
  expect((await make("Never Made", "bonfire")).status).toBe(201);
});

test("[CREATE-06] what nothing uses goes after a day, with its bytes; what is used stays, and so does what is fresh", async () => {
  const own = await startTestSite();
  try {
    const as = await own.tokenFor([]);
    const put = async () => {
      const answer = await own.fetch("/api/images", { method: "POST", body: formOf(await makeJpeg()), as });
      return ((await answer.json()) as Uploaded).key;
    };
    const [unused, cover, touched] = [await put(), await put(), await put()];
    await own.addEvent({ ...makeEvent({ day: "2026-12-01" }), imgKey: cover });
    const stray = `up-${"0".repeat(32)}-100x100-aabbcc-100.webp`;
    await own.app.images.put(stray, Buffer.from("x"), "image/webp");
    const status = async (key: string) => (await own.fetch(`/images/${key}`)).status;
    const names = async () => (await own.app.images.list("", 1000)).map(({ name }) => name);
    // Bytes are as old as their files are: a clock that is far ahead makes all of them old.
    const now = own.app.clock.now();
    const ahead = (hours: number) => ({
      ...own.app,
      clock: { now: () => new Date(now.getTime() + hours * 3_600_000) },
    });
    expect(await clearUploads(ahead(-24 * 365))).toBe(0);
    await own.app.db.execute(
      `update uploaded_images set touched_at = touched_at + interval '48 hours' where key = '${touched}'`,
    );
    await clearUploads(ahead(25));
    expect(await Promise.all([unused, cover, touched].map(status))).toEqual([404, 200, 200]);
    expect((await names()).filter((name) => name.startsWith(unused))).toEqual([]);
    expect((await names()).filter((name) => name.startsWith(cover)).length).toBeGreaterThan(0);
    await clearUploads(ahead(24 * 365 * 50));
    expect(await names()).not.toContain(stray);
    const unfinished = await readdir(join(own.app.config.dataDir, "images", "unfinished"));
    expect(unfinished).toEqual([]);
  } finally {
    await own.close();
  }
});

test("[CREATE-06] a store that is away: one calm sentence for who sends and who looks, and it works again after", async () => {
  const { key } = await upload(await makeJpeg());
  const { images } = site.app;
  const whole = { ...images };
  const away = () => Promise.reject(new StoreUnavailable("ECONNREFUSED 10.0.0.1"));
  const file = await makeJpeg();
  Object.assign(images, { put: away, get: away });
  try {
    expect(await refusal(send(file))).toEqual({ status: 503, message: expect.stringContaining("cannot be saved") });
    expect(await refusal(get(key))).toEqual({ status: 503, message: expect.stringContaining("Try again") });
  } finally {
    Object.assign(images, whole);
  }
  expect([(await send(file)).status, (await get(key)).status]).toEqual([201, 200]);
});
