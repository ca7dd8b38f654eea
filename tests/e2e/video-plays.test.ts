import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BrowserSite, startBrowserSite, visit } from "#tests/support/browser-site.ts";
import { formOf, makeMp4 } from "#tests/support/pictures.ts";

let site: BrowserSite;
let token: string;
beforeAll(async () => {
  site = await startBrowserSite();
  token = (await site.signedIn({ email: "filmer@example.com" })).token;
});
afterAll(() => site.close());

async function upload(file: Buffer): Promise<string> {
  const answer = await fetch(`${site.url}/api/images`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: formOf(file, "clip.mp4"),
  });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { key: string }).key;
}

/** Plays a video to its end: its size, its length in seconds and how many pictures were seen of it. */
const play = (page: Page, src: string) =>
  page.evaluate(async (address) => {
    const video = document.createElement("video");
    video.muted = true;
    video.src = address;
    await new Promise((resolve, reject) => {
      video.addEventListener("ended", resolve);
      video.addEventListener("error", () => reject(new Error(video.error?.message)));
      void video.play();
    });
    const { totalVideoFrames: frames } = video.getVideoPlaybackQuality();
    return { width: video.videoWidth, height: video.videoHeight, seconds: video.duration, frames };
  }, src);

/** A film of a second, in fragments, as the browser's own camera writes it. */
const record = (page: Page) =>
  page.evaluate(async () => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 320, height: 240 });
    const pen = canvas.getContext("2d");
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: "video/mp4;codecs=avc1.42E01E" });
    const parts: Blob[] = [];
    recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
    recorder.start(250);
    const end = performance.now() + 1000;
    await new Promise<void>((resolve) => {
      const draw = () => {
        pen?.fillRect(Math.random() * 300, Math.random() * 200, 20, 20);
        if (performance.now() < end) requestAnimationFrame(draw);
        else resolve();
      };
      draw();
    });
    await new Promise((resolve) => {
      recorder.addEventListener("stop", resolve);
      recorder.stop();
    });
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
  });

test("[EVT-02, SAFE-12] a rebuilt video plays to its end, every picture of it", async () => {
  const { page } = await site.open();
  await visit(page, "/events");
  const key = await upload(makeMp4());
  expect(await play(page, `/images/${key}`)).toEqual({ width: 640, height: 426, seconds: 4, frames: 60 });
});

test("[EVT-02, SAFE-12] so does one that comes in fragments", async () => {
  const { page } = await site.open();
  await visit(page, "/events");
  const file = Buffer.from(await record(page));
  expect(file.includes("moof")).toBe(true);
  const after = await play(page, `/images/${await upload(file)}`);
  expect([after.width, after.height]).toEqual([320, 240]);
  expect(after.frames).toBeGreaterThan(5);
});
