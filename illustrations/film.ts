/** The short silent film of the bonfire: rendered frames, encoded by ffmpeg. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import sharp from "sharp";
import { Canvas } from "./canvas.ts";
import { imagesFolder } from "./export.ts";
import { loop } from "./scenes/fires.ts";

const film = {
  name: "photo-bonfire-loop.mp4",
  width: 640,
  height: 426,
  seconds: 4,
  rate: 15,
} as const;

const encoderOptions = [
  ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", `${film.width}x${film.height}`, "-r", String(film.rate), "-i", "-"],
  ["-an", "-c:v", "libx264", "-preset", "veryslow", "-tune", "animation", "-crf", "22", "-pix_fmt", "yuv420p"],
  ["-movflags", "+faststart", "-map_metadata", "-1", "-fflags", "+bitexact", "-threads", "1"],
].flat();

/** Needs ffmpeg on the path; the export is kept, so only a new drawing asks for it. */
export async function exportFilm(): Promise<void> {
  const encoder = spawn("ffmpeg", ["-y", "-loglevel", "error", ...encoderOptions, join(imagesFolder, film.name)], {
    stdio: ["pipe", "inherit", "inherit"],
  });
  const closed = once(encoder, "close");
  const frames = film.seconds * film.rate;
  for (let i = 0; i < frames; i++) {
    const canvas = new Canvas(960, 640);
    loop(canvas, i / frames);
    const frame = await sharp(Buffer.from(canvas.toString()))
      .resize(film.width, film.height, { fit: "cover" })
      .flatten()
      .removeAlpha()
      .raw()
      .toBuffer();
    if (!encoder.stdin.write(frame)) await once(encoder.stdin, "drain");
  }
  encoder.stdin.end();
  const [code] = await closed;
  if (code !== 0) throw new Error(`ffmpeg ended with ${String(code)}`);
}
