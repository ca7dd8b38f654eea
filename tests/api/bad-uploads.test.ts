import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refusal } from "#tests/support/events.ts";
import { drawPicture, formOf, makeJpeg, makeMp4 } from "#tests/support/pictures.ts";
import { until } from "#tests/support/processes.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

const MB = 1024 * 1024;

let site: TestSite;
let token: string;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "100" });
  token = await site.tokenFor([]);
});
afterAll(() => site.close());

/** The process of ours that reads a picture. */
async function findReader(): Promise<number | null> {
  const children = await readFile(`/proc/self/task/${process.pid}/children`, "utf8");
  for (const pid of children.trim().split(" ").filter(Boolean)) {
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    if (command.includes("picture-process")) return Number(pid);
  }
  return null;
}

/** Every file there is, half-written ones too. */
const onDisk = () => readdir(join(site.app.config.dataDir, "images"), { recursive: true }).catch(() => []);
const send = (file: Buffer) => site.fetch("/api/images", { method: "POST", body: formOf(file), as: token });

describe("what is not taken is refused in words, and nothing of it is kept", () => {
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"><script>alert(1)</script></svg>',
  );
  const bomb = () =>
    sharp({ create: { width: 9000, height: 9000, channels: 3, background: "#fff" }, limitInputPixels: false })
      .png()
      .toBuffer();
  const half = async () => (await makeJpeg({ width: 1200, height: 900 })).subarray(0, 4000);
  const gif = async () => drawPicture({ width: 60, height: 60 }).gif().toBuffer();
  /** The film with something else where its samples are. */
  async function noisy(): Promise<Buffer> {
    const film = makeMp4();
    const samples = film.indexOf("mdat") + 4;
    randomBytes(film.readUInt32BE(samples - 8) - 8).copy(film, samples);
    return film;
  }

  /** The names of boxes that a video has, and nothing in them. */
  async function hollow(): Promise<Buffer> {
    const box = (type: string, content: Buffer) => {
      const head = Buffer.alloc(8);
      head.writeUInt32BE(8 + content.length);
      head.write(type, 4);
      return Buffer.concat([head, content]);
    };
    const tkhd = Buffer.alloc(84);
    tkhd.writeUInt16BE(640, 76);
    tkhd.writeUInt16BE(360, 80);
    const hdlr = Buffer.alloc(25);
    hdlr.write("vide", 8);
    const trak = box("trak", Buffer.concat([box("tkhd", tkhd), box("mdia", box("hdlr", hdlr))]));
    return Buffer.concat([makeMp4().subarray(0, 28), box("moov", trak), box("mdat", Buffer.alloc(5000, "pwned"))]);
  }

  /** Two numbers that make a reader count to the end of the world. */
  async function endless(): Promise<Buffer> {
    const film = makeMp4();
    const stsz = film.indexOf("stsz");
    film.writeUInt32BE(1, stsz + 8);
    film.writeUInt32BE(0xffffffff, stsz + 12);
    return film;
  }

  async function timeless(): Promise<Buffer> {
    const film = makeMp4();
    film.writeUInt32BE(0, film.indexOf("stts") + 16);
    film.writeUInt32BE(0, film.indexOf("mdhd") + 20);
    return film;
  }

  const heic = Buffer.concat([Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1"), randomBytes(200)]);
  test.each([
    ["an SVG", async () => svg, 415, "neither a picture"],
    ["a GIF", gif, 415, "neither a picture"],
    [
      "a page called beach.jpg",
      async () => Buffer.from("<!doctype html><title>picture.jpg</title>".padEnd(99)),
      415,
      "neither a picture",
    ],
    ["nothing", async () => Buffer.alloc(0), 415, "neither a picture"],
    ["a HEIC", async () => heic, 415, "JPEG"],
    ["81 million pixels", bomb, 422, "50 million"],
    ["half a picture", half, 422, "damaged"],
    ["a JPEG in name", async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), randomBytes(500)]), 422, "damaged"],
    ["a dot", () => makeJpeg({ width: 8, height: 8 }), 422, "too small"],
    ["16 MB of picture", async () => Buffer.concat([await makeJpeg(), randomBytes(16 * MB)]), 413, "15 MB"],
    ["50 MB of anything", async () => randomBytes(50 * MB), 413, "at most 15 MB for a picture, 30 MB for a video"],
    ["31 MB of video", async () => Buffer.concat([makeMp4(), randomBytes(31 * MB)]), 413, "30 MB for a video"],
    ["a broken video", async () => makeMp4().subarray(0, 60), 422, "video cannot be read"],
    ["a video without a picture", async () => makeMp4({ tracks: ["soun"] }), 422, "video cannot be read"],
    ["a head without its samples", async () => makeMp4().subarray(0, 1900), 422, "video cannot be read"],
    ["noise for samples", noisy, 422, "video cannot be read"],
    ["boxes that say they are a video", hollow, 422, "video cannot be read"],
    ["four billion samples", endless, 422, "video cannot be read"],
    ["a video of no time", timeless, 422, "video cannot be read"],
  ])("[CREATE-06] %s", async (_what, make, status, words) => {
    const before = await onDisk();
    expect(await refusal(send(await make()))).toEqual({ status, message: expect.stringContaining(words) });
    expect(await onDisk()).toEqual(before);
  });

  test("[CREATE-06] a picture that ends the process which reads it is refused, and the next one is read", async () => {
    const killed = until("a process reads the picture", async () => {
      const pid = await findReader();
      if (pid !== null) process.kill(pid, "SIGKILL");
      return pid !== null;
    });
    const answer = refusal(send(await makeJpeg({ width: 4000, height: 3000 })));
    await killed;
    expect(await answer).toEqual({ status: 422, message: expect.stringContaining("damaged") });
    expect((await send(await makeJpeg())).status).toBe(201);
  });

  test("[CREATE-06] a form without a file, or none at all; boxes in boxes without end", async () => {
    const form = new FormData();
    form.set("file", "just text");
    const post = (body: BodyInit, headers = {}) =>
      refusal(site.fetch("/api/images", { method: "POST", body, headers, as: token }));
    expect((await post(form)).status).toBe(400);
    expect((await post("{}", { "content-type": "application/json" })).status).toBe(415);
    expect((await post("--x\r\n", { "content-type": "multipart/form-data; boundary=x" })).status).toBe(400);
    const deep = Buffer.alloc(80_000);
    for (let at = 0; at + 8 <= deep.length; at += 8) {
      deep.writeUInt32BE(deep.length - at, at);
      deep.write("trak", at + 4);
    }
    const ftyp = makeMp4().subarray(0, 20);
    expect((await refusal(send(Buffer.concat([ftyp, deep])))).status).toBe(422);
  });

  test("[CREATE-06] two who send slowly, on however many connections, leave a place for others", async () => {
    const slow = await site.signedIn({ email: "slow.sender@example.com" });
    const other = await site.signedIn({ email: "slow.too@example.com" });
    const rest = Promise.withResolvers<void>();
    const post = (as: string) => {
      const pull = async (controller: ReadableStreamDefaultController) => {
        await rest.promise;
        controller.close();
      };
      const body = new ReadableStream({ pull }, { highWaterMark: 0 });
      const headers = { "content-type": "multipart/form-data; boundary=x" };
      const request = { method: "POST", body, headers, as, duplex: "half" } as const;
      return refusal(site.fetch("/api/images", request));
    };
    const counted = sql`select coalesce(sum(count), 0)::int as uses from rate_limits where key like 'uploads:%'`;
    const uses = async () => Number((await site.app.db.execute<{ uses: number }>(counted)).rows[0]?.uses);
    const before = await uses();
    const late = [slow, other].flatMap(({ token: as }) => [post(as), post(as), post(as)]);
    await until("all six have come", async () => (await uses()) === before + 6);
    expect((await send(await makeJpeg())).status).toBe(201);
    rest.resolve();
    expect((await Promise.all(late)).map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 400]);
  });

  test("[CREATE-06] a visitor, and an endless upload", async () => {
    const file = await makeJpeg();
    const form = { method: "POST", body: formOf(file) };
    expect((await site.fetch("/api/images", form)).status).toBe(401);
    const strict = await startTestSite({ RATE_LIMIT_FACTOR: "0.025" });
    try {
      const as = await strict.tokenFor([]);
      const statuses = [];
      for (let count = 0; count < 4; count += 1)
        statuses.push((await strict.fetch("/api/images", { method: "POST", body: formOf(file), as })).status);
      expect(statuses).toEqual([201, 201, 201, 429]);
    } finally {
      await strict.close();
    }
  });
});
