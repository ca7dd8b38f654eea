import { readFileSync } from "node:fs";
import sharp from "sharp";

type Color = { r: number; g: number; b: number };
const SAND: Color = { r: 214, g: 180, b: 120 };

type PictureOptions = { width?: number; height?: number; color?: Color; left?: Color };

/** A picture of one color, its left half perhaps of another. */
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

const FILM = readFileSync(new URL("../../assets/images/photo-bonfire-loop.mp4", import.meta.url));
/** Where the film's samples stand in its own file, and the text after which its first chunk's place is told. */
const SAMPLES_AT = FILM.indexOf("mdat") + 4;

type VideoOptions = {
  brand?: string;
  /** `meta`: a second track, of places instead of pictures. */
  tracks?: readonly ("vide" | "soun" | "meta")[];
  /** Written where no sample is: no two videos are the same. */
  sound?: string;
};

/** Cuts the box that begins at `at` out of the film. */
const boxAt = (at: number) => FILM.subarray(at, at + FILM.readUInt32BE(at));
const boxNamed = (name: string) => boxAt(FILM.indexOf(name) - 4);

/** The film's track, as one of this kind, dated and named by its camera. */
function trackOf(kind: string, id: number): Buffer {
  const trak = Buffer.from(boxNamed("trak"));
  trak.writeUInt32BE(3_900_000_000, trak.indexOf("mdhd") + 8);
  trak.writeUInt32BE(id, trak.indexOf("tkhd") + 16);
  trak.write(kind, trak.indexOf("hdlr") + 12, "latin1");
  const named = box("trak", trak.subarray(8), box("udta", "SECRET-TRACK"));
  return named;
}

/** Says where the first chunk of every track in a head stands. */
function placeChunks(moov: Buffer, at: number): void {
  for (let found = moov.indexOf("stco"); found !== -1; found = moov.indexOf("stco", found + 4))
    moov.writeUInt32BE(at, found + 12);
}

/** A film of two seconds that plays, and says in every place where that can be said who made it, where and with what. */
export function makeMp4({ brand = "isom", tracks = ["vide"], sound = "samples" }: VideoOptions = {}): Buffer {
  const ftyp = box("ftyp", brand, "SECR", "isom", "avc1", "GoPr");
  const mvhd = Buffer.from(boxNamed("mvhd"));
  mvhd.writeUInt32BE(3_900_000_000, 12);
  const told = [
    box("udta", box("\xa9xyz", "+30.2947-081.3906/"), box("meta", "SECRET-META")),
    box("gps ", "SECRET-GPS"),
    box("free", "SECRET-FREE"),
  ];
  const moov = box("moov", mvhd, ...tracks.map((kind, index) => trackOf(kind, index + 1)), ...told);
  const between = [box("uuid", "SECRET-XMP".padEnd(24)), box("XMP_", "SECRET-XMP"), box("skip", "SECRET-SKIP")];
  const before = Buffer.concat([ftyp, moov, ...between]);
  const gap = Buffer.from(`SECRET-GAP ${sound}`);
  placeChunks(moov, before.length + 8 + gap.length);
  const samples = box("mdat", gap, FILM.subarray(SAMPLES_AT), "SECRET-END");
  return Buffer.concat([ftyp, moov, ...between, samples, box("free", "SECRET-LAST")]);
}

/** The form that a browser sends a file with. */
export function formOf(file: Buffer | Uint8Array, name = "beach.jpg"): FormData {
  const form = new FormData();
  form.set("note", "before the file");
  form.set("file", new Blob([new Uint8Array(file)]), name);
  return form;
}
