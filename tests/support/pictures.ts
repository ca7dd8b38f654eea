import sharp from "sharp";

type Color = { r: number; g: number; b: number };
const SAND: Color = { r: 214, g: 180, b: 120 };

type PictureOptions = { width?: number; height?: number; color?: Color; left?: Color };

/** A picture of one colour, its left half perhaps of another. */
export function drawPicture({ width = 800, height = 600, color = SAND, left = color }: PictureOptions = {}) {
  const half = { width: Math.floor(width / 2), height, channels: 3 as const, background: left };
  return sharp({ create: { width, height, channels: 3, background: color } }).composite([
    { input: { create: half }, left: 0, top: 0 },
  ]);
}

let made = 0;

/** A JPEG that nobody else has. */
export async function makeJpeg(options: PictureOptions = {}): Promise<Buffer> {
  made += 1;
  const color = { r: (made * 37) % 256, g: (made * 91) % 256, b: made % 256 };
  return drawPicture({ color, ...options })
    .jpeg()
    .toBuffer();
}

function box(type: string, ...parts: readonly (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8, 0);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, content]);
}

/** A head box that says when something was made, and of a track its size. */
function headBox(type: "mvhd" | "tkhd" | "mdhd"): Buffer {
  const content = Buffer.alloc(type === "tkhd" ? 84 : 100);
  content.writeUInt32BE(3_900_000_000, 4);
  if (type === "tkhd") {
    content.writeUInt16BE(640, 76);
    content.writeUInt16BE(360, 80);
  }
  return box(type, content);
}

const hdlr = (handler: string) => box("hdlr", Buffer.alloc(8), handler, Buffer.alloc(13));
const track = (handler: string) =>
  box("trak", headBox("tkhd"), box("mdia", headBox("mdhd"), hdlr(handler)), box("udta", "SECRET-TRACK"));

type VideoOptions = { brand?: string; tracks?: readonly string[]; sound?: string };

/** The boxes of an .mp4 that says where it was filmed; no player would show anything of it. */
export function makeMp4({ brand = "isom", tracks = ["vide", "soun"], sound = "samples" }: VideoOptions = {}): Buffer {
  return Buffer.concat([
    box("ftyp", brand, Buffer.alloc(4), "isom"),
    box("moov", headBox("mvhd"), ...tracks.map(track), box("udta", box("\xa9xyz", "+30.2947-081.3906/"))),
    box("uuid", "SECRET-XMP".padEnd(24)),
    box("mdat", sound),
  ]);
}

/** The form that a browser sends a file with. */
export function formOf(file: Buffer | Uint8Array, name = "beach.jpg"): FormData {
  const form = new FormData();
  form.set("note", "before the file");
  form.set("file", new Blob([new Uint8Array(file)]), name);
  return form;
}
